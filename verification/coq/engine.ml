(* Goff.v as an engine that speaks the protocol qttt-conform/1, spec/protocol.md. In a copy of this folder:

       coqc Goff.v && coqc Extract.v && ocamlopt -o engine goff.mli goff.ml engine.ml

   This file states no rule of the game: every answer comes from the functions that Coq extracts from Goff.v. *)

(* JSON. A number stays as it is written, and so does an escape in a text: no name in the protocol has one. *)

type json =
  | Null
  | Bool of bool
  | Number of string
  | Text of string
  | List of json list
  | Object of (string * json) list

let read line =
  let at = ref 0 in
  let rec next () = match line.[!at] with ' ' | '\t' | '\r' -> incr at; next () | found -> found in
  let take due = if next () = due then incr at else failwith (Printf.sprintf "no %c at byte %d" due !at) in
  let text () =
    take '"';
    let start = !at in
    while line.[!at] <> '"' do at := !at + if line.[!at] = '\\' then 2 else 1 done;
    incr at;
    String.sub line start (!at - 1 - start) in
  let items opening item closing =
    take opening;
    let rec rest () =
      let first = item () in
      if next () = ',' then (take ','; first :: rest ()) else [first] in
    let found = if next () = closing then [] else rest () in
    take closing;
    found in
  let word () =
    let start = !at in
    while not (String.contains ",]} \t\r" line.[!at]) do incr at done;
    String.sub line start (!at - start) in
  let rec value () = match next () with
    | '{' -> Object (items '{' (fun () -> let key = text () in take ':'; key, value ()) '}')
    | '[' -> List (items '[' value ']')
    | '"' -> Text (text ())
    | _ -> match word () with
      | "null" -> Null
      | "true" -> Bool true
      | "false" -> Bool false
      | number -> Number number in
  value ()

let rec written = function
  | Null -> "null"
  | Bool truth -> string_of_bool truth
  | Number number -> number
  | Text text -> "\"" ^ text ^ "\""
  | List items -> "[" ^ String.concat ", " (List.map written items) ^ "]"
  | Object pairs ->
    "{" ^ String.concat ", " (List.map (fun (key, each) -> written (Text key) ^ ": " ^ written each) pairs) ^ "}"

let member key = function Object pairs -> List.assoc_opt key pairs | _ -> None
let text = function Text text -> text | other -> failwith (written other ^ " is not a text")
let texts = function Some (List items) -> List.map text items | _ -> failwith "a list of texts is due"
let integer number = Number (string_of_int number)

(* Coq's numbers *)

let rec of_nat = function Goff.O -> 0 | Goff.S before -> 1 + of_nat before
let rec to_nat number = if number = 0 then Goff.O else Goff.S (to_nat (number - 1))
let rec of_positive = function
  | Goff.XH -> 1
  | Goff.XO half -> 2 * of_positive half
  | Goff.XI half -> 2 * of_positive half + 1
let of_n = function Goff.N0 -> 0 | Goff.Npos number -> of_positive number
let of_z = function Goff.Z0 -> 0 | Goff.Zpos number -> of_positive number | Goff.Zneg number -> - of_positive number

(* Options, in the words of the page *)

let selecting = ["opponent", Goff.Opponent; "self", Goff.Self]
let double = ["no", false; "yes", true]
let repeating = ["legal", Goff.Legal; "forbidden", Goff.Forbidden]
let last_square = ["move", Goff.Move; "draw", Goff.Draw_at_one]
let two_winners = ["narrow", Goff.Narrow; "draw", Goff.Draw_of_both; "first", Goff.First]

let rec chosen (r : Goff.reading) = function
  | "switches", Object switches -> List.fold_left chosen r switches
  | "double_win", Bool double_win -> { r with double_win }
  | "collapse", Text word -> { r with collapse = List.assoc word selecting }
  | "pair", Text word -> { r with pair = List.assoc word repeating }
  | "last", Text word -> { r with last = List.assoc word last_square }
  | "both", Text word -> { r with both = List.assoc word two_winners }
  | option, value -> failwith (Printf.sprintf "no option %s is %s" option (written value))

let reading = function
  | Some (Object options) -> List.fold_left chosen (Goff.source Goff.Opponent) options
  | _ -> failwith "the options are no object"

(* Notation *)

let players = [Goff.X; Goff.opponent Goff.X]
let player each = if each = Goff.X then "X" else "O"
let mark ply = player (Goff.player_of ply) ^ string_of_int (of_nat ply)
let pair (x, y) = Printf.sprintf "%d-%d" (of_nat x) (of_nat y)
let action = function Goff.Pair (x, y) -> pair (x, y) | Goff.SelA -> "selA" | Goff.SelB -> "selB"

let definite_marks (p : Goff.position) =
  List.filter_map Fun.id (List.mapi (fun i ply -> Option.map (fun ply -> i + 1, ply) ply) p.d)

(* NOTATION-STATE-1 *)
let state (p : Goff.position) =
  let definite = List.map (fun (x, ply) -> of_nat ply, Printf.sprintf "%s@%d" (mark ply) x) (definite_marks p)
  and spooky = List.map (fun (ply, squares) -> of_nat ply, mark ply ^ "." ^ pair squares) p.e in
  match List.sort compare (definite @ spooky) with
  | [] -> "-"
  | marks -> String.concat " " (List.map snd marks)

(* NOTATION-POSITION-1 *)
let position (r : Goff.reading) p =
  let word value values = fst (List.find (fun (_, each) -> each = value) values) in
  Printf.sprintf "goff-1.1 collapse=%s double-win=%s pair=%s last=%s both=%s: %s" (word r.collapse selecting)
    (word r.double_win double) (word r.pair repeating) (word r.last last_square) (word r.both two_winners) (state p)

(* Fields *)

let actor r p = if Goff.outcome r p = None then Text (player (Goff.actor r p)) else Null
let actions r p = List (List.map (fun each -> Text (action each)) (Goff.actions r p))
let collapse r (p : Goff.position) = if p.c then actions r p else Null
let definite _ p = Object (List.map (fun (x, ply) -> string_of_int x, Text (mark ply)) (definite_marks p))
let spooky _ (p : Goff.position) =
  List (List.rev_map (fun (ply, squares) -> Text (mark ply ^ "." ^ pair squares)) p.e)

let components _ (p : Goff.position) =
  let component x = List.sort compare (List.map of_nat (Goff.component p x)) in
  let found = List.concat_map (fun (_, (x, y)) -> [component x; component y]) p.e in
  List (List.map (fun squares -> List (List.map integer squares)) (List.sort_uniq compare found))

let player_ply _ p =
  let ply_of each = if Goff.lines p each = [] then Null else integer (of_nat (Goff.ply_of_player p each)) in
  Object (List.map (fun each -> player each, ply_of each) players)

let outcome r p = match Goff.outcome r p with
  | None -> Null
  | Some Goff.Drawn -> Text "draw"
  | Some (Goff.Wins_narrowly winner) -> Text ("narrow win of " ^ player winner)
  | Some (Goff.Wins winner) -> Text ("complete win of " ^ player winner)
  | Some (Goff.Wins_double winner) -> Text ("double win of " ^ player winner)

let value r p = Option.map (fun ending -> Text (string_of_int (of_z (Goff.score ending)))) (Goff.outcome r p)

let fields =
  ("value", value) (* of an ended game only: Goff.v defines the score of an ending *)
  :: List.map (fun (name, field) -> name, fun r p -> Some (field r p))
    [ "actor", actor; "actions", actions; "collapse", collapse; "definite", definite; "spooky", spooky;
      "components", components; "player_ply", player_ply; "outcome", outcome;
      "position", fun r p -> Text (position r p) ]

(* Protocol *)

exception Illegal of int

let played r actions =
  let play p (number, word) = match List.find_opt (fun each -> action each = word) (Goff.actions r p) with
    | Some found -> Goff.play p found
    | None -> raise (Illegal number) in
  List.fold_left play Goff.initial (List.mapi (fun i word -> i + 1, word) actions)

(* CONFORM-ASK-1: a board of definite marks, such as {"1": "X3"}. *)
let board marks =
  let on x = Option.map text (List.assoc_opt (string_of_int x) marks) in
  let ply mark = to_nat (int_of_string (String.sub mark 1 (String.length mark - 1))) in
  { Goff.initial with d = List.init 9 (fun i -> Option.map ply (on (i + 1))) }

(* CONFORM-PERFT-1: each way to settle what waits is a start of its own. *)
let counts r (p : Goff.position) depth =
  let starts = if p.c then List.map (Goff.play p) (Goff.actions r p) else [p] in
  let count depth = List.fold_left (fun sum start -> sum + of_n (Goff.perft r (to_nat depth) start)) 0 starts in
  List (List.init depth (fun i -> integer (count (i + 1))))

let answer request =
  let r = reading (member "options" request) in
  let p = match member "marks" request with
    | Some (Object marks) -> board marks
    | _ -> played r (texts (member "played" request)) in
  match member "depth" request with
  | Some (Number depth) -> "counts", counts r p (int_of_string depth)
  | _ ->
    let answered name = Option.map (fun found -> name, found) (List.assoc name fields r p) in
    "answers", Object (List.filter_map answered (texts (member "fields" request)))

let started =
  let names words = List (List.map (fun word -> Text word) words) in
  let goff = Object
    [ "options", names ["collapse"; "double_win"; "pair"; "last"; "both"]; "fields", names (List.map fst fields);
      "forms", names ["played"; "marks"]; "perft", integer 3 ] in
  Object
    [ "version", integer 1; "implementation", Object ["name", Text "Goff.v"; "language", Text "Coq"];
      "rulesets", Object ["goff-1.1", goff] ]

let answered request =
  let said = match answer request with
    | said -> said
    | exception Illegal token -> "illegal", Object ["token", integer token]
    | exception error -> "errored", Text (String.escaped (Printexc.to_string error)) in
  Object ["seq", Option.value (member "seq" request) ~default:Null; said]

let rec serve () = match input_line stdin with
  | exception End_of_file -> ()
  | line ->
    let request = read line in
    if member "cmd" request <> Some (Text "stop") then begin
      print_endline (written (if member "cmd" request = Some (Text "start") then started else answered request));
      serve ()
    end

let () = serve ()
