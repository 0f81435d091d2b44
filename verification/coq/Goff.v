(** The rules of play of Goff's quantum tic-tac-toe, ruleset goff-1.1. Each definition has the IDs of the rules that it
    states, as spec/rules/goff.md words them. The scores of GOFF-SCORE-1, texts and errors are not stated. *)
From Coq Require Import List Arith Bool ZArith.
Import ListNotations.

(** GOFF-SWITCH-1, and the options: who selects, whether two lines win double, and the three switches. *)
Inductive selecting := Opponent | Self.
Inductive repeating := Legal | Forbidden.
Inductive last_square := Move | Draw_at_one.
Inductive two_winners := Narrow | Draw_of_both | First.
Record reading := Reading
  { collapse : selecting; double_win : bool; pair : repeating; last : last_square; both : two_winners }.

(** GOFF-BOARD-1 *)
Definition square := nat.
Definition S9 : list square := [1; 2; 3; 4; 5; 6; 7; 8; 9].

(** GOFF-BOARD-2 *)
Definition L : list (list square) :=
  [[1; 2; 3]; [4; 5; 6]; [7; 8; 9]; [1; 4; 7]; [2; 5; 8]; [3; 6; 9]; [1; 5; 9]; [3; 5; 7]].

(** GOFF-STATE-1: n, D, E and c. D has for each of the nine squares the ply of its definite mark, if it has one; E has
    each spooky mark as its ply and its two squares, the last mark first. *)
Definition ply := nat.
Definition mark : Set := ply * (square * square).
Record position := Position { n : ply; D : list (option ply); E : list mark; c : bool }.
Definition initial : position := Position 0 (repeat None 9) [] false.

(** GOFF-TURN-1. From here on O is the player, and not zero. *)
Inductive player := X | O.
Definition opponent (P : player) : player := match P with X => O | O => X end.
Definition player_of (m : ply) : player := if Nat.odd m then X else O.

(** The definite mark on a square; membership; whether two players are the same. *)
Definition at_ (D : list (option ply)) (x : square) : option ply := nth (x - 1) D None.
Definition mem (x : nat) (A : list nat) : bool := existsb (Nat.eqb x) A.
Definition same (P Q : player) : bool := match P, Q with X, X | O, O => true | _, _ => false end.

Section Rules.
Variable r : reading.

(** GOFF-MOVE-2 *)
Definition free (p : position) : list square :=
  filter (fun x => match at_ (D p) x with None => true | Some _ => false end) S9.

(** GOFF-PAIR-1 *)
Definition forbids (p : position) (a : square * square) : bool :=
  match pair r with
  | Legal => false
  | Forbidden => existsb (fun m : mark => (fst (snd m) =? fst a) && (snd (snd m) =? snd a)) (E p)
  end.

(** GOFF-MOVE-1, GOFF-MOVE-3 *)
Fixpoint pairs (A : list square) : list (square * square) :=
  match A with [] => [] | x :: A => map (fun y => (x, y)) A ++ pairs A end.
Definition usual_moves (p : position) : list (square * square) :=
  filter (fun a => negb (forbids p a)) (pairs (free p)).

(** GOFF-GRAPH-1, GOFF-GRAPH-2: the squares that links join to x. Each pass over the links goes on by at least one of
    them, and a path has no more links than there are. *)
Definition reach (links : list mark) (from : list square) : list square :=
  fold_left (fun A (m : mark) => let (x, y) := snd m in
    match mem x A, mem y A with true, false => y :: A | false, true => x :: A | _, _ => A end) links from.
Definition component (p : position) (x : square) : list square := Nat.iter (length (E p)) (reach (E p)) [x].

(** GOFF-CYCLE-1 *)
Definition closes (p : position) (a : square * square) : bool := mem (snd a) (component p (fst a)).
Definition after_usual (p : position) (a : square * square) : position :=
  Position (S (n p)) (D p) ((S (n p), a) :: E p) (closes p a).

(** GOFF-COLLAPSE-2 *)
Definition last_pair (p : position) : square * square := match E p with (_, a) :: _ => a | [] => (0, 0) end.
Definition collapsing (p : position) : list mark :=
  let A := component p (fst (last_pair p)) in filter (fun m => mem (fst (snd m)) A) (E p).

(** GOFF-COLLAPSE-3: a settlement has each collapsing mark's ply on one of its two squares, and no two on one. *)
Fixpoint choices (F : list mark) : list (list (square * ply)) :=
  match F with
  | [] => [[]]
  | (m, (x, y)) :: F => flat_map (fun f =>
      let taken z := existsb (fun g => fst g =? z) f in
      (if taken x then [] else [(x, m) :: f]) ++ (if taken y then [] else [(y, m) :: f])) (choices F)
  end.
Definition settlements (p : position) (x : square) : list (list (square * ply)) :=
  filter (existsb (fun g => (fst g =? x) && (snd g =? n p))) (choices (collapsing p)).
Definition settled (p : position) (x : square) : position :=
  match settlements p x with
  | [] => p (* never: there is exactly one *)
  | f :: _ =>
    let settles (z : square) := find (fun g => fst g =? z) f in
    Position (n p)
      (map (fun z => match settles z with Some g => Some (snd g) | None => at_ (D p) z end) S9)
      (filter (fun m => negb (existsb (fun g => snd g =? fst m) f)) (E p)) false
  end.

(** GOFF-SELECT-1, GOFF-SELECT-2, GOFF-TURN-2: while the game goes on. *)
Definition selector (p : position) : player :=
  match collapse r with Opponent => opponent (player_of (n p)) | Self => player_of (n p) end.
Definition actor (p : position) : player := if c p then selector p else player_of (S (n p)).

(** GOFF-FINAL-1 *)
Definition after_final (p : position) (x : square) : position :=
  Position (S (n p)) (map (fun z => if z =? x then Some (S (n p)) else at_ (D p) z) S9) (E p) false.

(** GOFF-LAST-1 *)
Definition one_open (p : position) : bool :=
  match last r, free p with Draw_at_one, [_] => true | _, _ => false end.

(** GOFF-END-1 *)
Definition has_marked (P : player) (p : position) (x : square) : bool :=
  match at_ (D p) x with Some m => same P (player_of m) | None => false end.
Definition lines (p : position) (P : player) : list (list square) := filter (forallb (has_marked P p)) L.
Inductive ending := Drawn | Wins_narrowly (P : player) | Wins (P : player) | Wins_double (P : player).

(** GOFF-END-2, GOFF-END-6: P has the lines l, and the opponent has none. *)
Definition wins_alone (P : player) (l : list (list square)) : ending :=
  if double_win r && (2 <=? length l) then Wins_double P else Wins P.

(** GOFF-END-3: of a line, and of a player who has one. *)
Definition ply_of_line (p : position) (l : list square) : ply :=
  fold_right (fun x m => match at_ (D p) x with Some k => max k m | None => m end) 0 l.
Definition ply_of_player (p : position) (P : player) : ply := fold_right min 9 (map (ply_of_line p) (lines p P)).

(** GOFF-END-4, GOFF-BOTH-1, GOFF-BOTH-2: both have a line. *)
Definition earlier (p : position) : player := if ply_of_player p X <? ply_of_player p O then X else O.
Definition both_have_lines (p : position) : ending :=
  match both r with Narrow => Wins_narrowly (earlier p) | Draw_of_both => Drawn | First => Wins (earlier p) end.

(** GOFF-END-5 *)
Definition all_definite (p : position) : bool := match free p with [] => true | _ => false end.

(** GOFF-PAIR-2 *)
Definition stuck (p : position) : bool :=
  match free p, usual_moves p with _ :: _ :: _, [] => true | _, _ => false end.

(** How the game ended, GOFF-END-1; None while it goes on. *)
Definition outcome (p : position) : option ending :=
  if c p then None else
  match lines p X, lines p O with
  | [], [] => if all_definite p || one_open p || stuck p then Some Drawn else None
  | (_ :: _) as l, [] => Some (wins_alone X l)
  | [], (_ :: _) as l => Some (wins_alone O l)
  | _ :: _, _ :: _ => Some (both_have_lines p)
  end.

(** GOFF-SCORE-2: from X's side *)
Definition gain (P : player) (points : Z) : Z := match P with X => points | O => - points end.
Definition score (e : ending) : Z :=
  match e with Drawn => 0 | Wins_narrowly P => gain P 10 | Wins P => gain P 20 | Wins_double P => gain P 40 end.

(** The legal actions, GOFF-MOVE-1, GOFF-COLLAPSE-1 and GOFF-FINAL-1, in the order of GOFF-ORDER-1; where they lead. *)
Inductive action := Pair (x y : square) | SelA | SelB.
Definition actions (p : position) : list action :=
  match outcome p with
  | Some _ => []
  | None =>
    if c p then [SelA; SelB]
    else match free p with
      | [x] => [Pair x x]
      | _ => map (fun a => Pair (fst a) (snd a)) (usual_moves p)
      end
  end.
Definition play (p : position) (a : action) : position :=
  match a with
  | SelA => settled p (fst (last_pair p))
  | SelB => settled p (snd (last_pair p))
  | Pair x y => if x =? y then after_final p x else after_usual p (x, y)
  end.

(** No rule, but a test: the number of ways to go on for some plies. A selection belongs to the ply before it. *)
Fixpoint perft (depth : nat) (p : position) : N :=
  match depth with
  | 0 => 1%N
  | S depth => fold_left (fun s q =>
      (s + if c q then fold_left (fun t a => t + perft depth (play q a)) (actions q) 0 else perft depth q)%N)
      (map (play p) (actions p)) 0%N
  end.
End Rules.

(** The game of the source: the opponent selects, or the mover. *)
Definition source (who : selecting) : reading := Reading who false Legal Move Narrow.
