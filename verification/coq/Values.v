(** Who wins Goff's game: the value after each first move, and a check of the plans that prove what one player forces. *)
From Coq Require Import List Arith Bool ZArith PArith.
Require Import Goff Forces.
Import ListNotations.
Local Open Scope positive_scope. Local Open Scope nat_scope.

(** The game under the rules of the source, as it stands on the page. *)
Definition goff (who : selecting) : game :=
  let r := source who in
  Game position action (fun p => option_map score (outcome r p)) (actor r) (actions r) play.

(** The 36 first moves, and what the position after each is worth, when the opponent selects and when the mover does. *)
Definition first_moves : list (square * square) := pairs S9.
Definition after (a : square * square) : position := play initial (Pair (fst a) (snd a)).
Definition is_in (a : square * square) (l : list (square * square)) : bool :=
  existsb (fun b => (fst a =? fst b) && (snd a =? snd b)) l.
Definition worth (who : selecting) (a : square * square) : Z :=
  match who with
  | Opponent => if is_in a [(1, 9); (3, 7)] then 10 else 0
  | Self =>
    if is_in a [(1, 3); (1, 7); (3, 9); (7, 9)] then 20
    else if is_in a [(1, 9); (3, 7); (2, 8); (4, 6); (1, 6); (1, 8); (2, 7); (2, 9); (3, 4); (3, 8); (4, 9); (6, 7)]
    then 10 else 0
  end.

(** What the checker remembers positions by, which some may share: whether a cycle is closed, the plies of the definite
    marks and the squares of the spooky ones, in two or three bits each. *)
Definition append (k : positive) (x : nat) : positive :=
  match x with
  | 0 => k~0~0~0 | 1 => k~0~0~1 | 2 => k~0~1~0 | 3 => k~0~1~1 | 4 => k~1~0~0
  | 5 => k~1~0~1 | 6 => k~1~1~0 | 7 => k~1~1~1 | 8 => k~1~0 | _ => k~1~1
  end.
Definition key (p : position) : positive :=
  fold_left (fun k (m : mark) => append (append k (fst (snd m))) (snd (snd m))) (E p)
    (fold_left (fun k d => append k (match d with Some m => m | None => 0 end)) (D p) (if c p then 1~0 else 1~1)).
Lemma position_dec (p q : position) : {p = q} + {p <> q}.
Proof. repeat (decide equality; try apply Nat.eq_dec). Defined.

(** A plan is packed into binary numbers, read from the lowest digit on: k ones and a zero stand for k. *)
Fixpoint unpack (k : positive) (i : nat) : list nat :=
  match k with xI k => unpack k (S i) | xO k => i :: unpack k 0 | xH => [] end.

(** What one player forces after some first moves, each with its plan. It stops at the first plan that fails. *)
Definition half : Type := list ((square * square) * list positive).
Definition accept (who : selecting) (P : player) (plans : half) : bool :=
  let fails a := negb (accepts (goff who) key position_dec P (worth who (fst a)) 20 (after (fst a))
    (flat_map (fun k => unpack k 0) (snd a))) in
  match find fails plans with None => true | Some _ => false end.

Lemma accepted_half who P plans a :
  accept who P plans = true -> In a (map fst plans) -> forces (goff who) P (worth who a) (after a).
Proof.
  unfold accept. destruct (find _ plans) eqn:N; [discriminate|]. intros _ I. apply in_map_iff in I as [m [<- I]].
  apply (find_none _ _ N) in I. apply negb_false_iff in I. eapply accepted_plan_proves. exact I.
Qed.

Print Assumptions value_is_unique.
Print Assumptions accepted_half.
