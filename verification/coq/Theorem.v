(** What Goff's game and all its first moves are worth, under both rules of selection. *)
From Coq Require Import List ZArith.
Require Import Goff Forces Values.
Require Plans_O_self Plans_X_self Plans_O_opponent Plans_X_opponent_1 Plans_X_opponent_2.
Import ListNotations.

Theorem value_of_first_moves who a : In a first_moves -> has_value (goff who) (after a) (worth who a).
Proof.
  intros I. split; destruct who.
  - change first_moves with (map fst Plans_X_opponent_1.plans ++ map fst Plans_X_opponent_2.plans) in I.
    apply in_app_or in I as [I|I].
    + exact (accepted_half _ _ _ _ Plans_X_opponent_1.accepted I).
    + exact (accepted_half _ _ _ _ Plans_X_opponent_2.accepted I).
  - exact (accepted_half _ _ _ _ Plans_X_self.accepted I).
  - exact (accepted_half _ _ _ _ Plans_O_opponent.accepted I).
  - exact (accepted_half _ _ _ _ Plans_O_self.accepted I).
Qed.

(** X, who begins, gets what the best first move is worth. *)
Lemma value_by_a_best_first_move who a :
  In a first_moves -> forallb (fun b => worth who b <=? worth who a)%Z first_moves = true ->
  has_value (goff who) initial (worth who a).
Proof.
  intros I. rewrite forallb_forall. intros B. split.
  - apply moves with (Pair (fst a) (snd a)); [reflexivity|reflexivity| |apply value_of_first_moves, I].
    change (branches (goff who) initial) with (map (fun a => Pair (fst a) (snd a)) first_moves).
    exact (in_map (fun a => Pair (fst a) (snd a)) _ _ I).
  - apply waits; [reflexivity|reflexivity|discriminate|]. intros m.
    change (branches (goff who) initial) with (map (fun a => Pair (fst a) (snd a)) first_moves).
    intros J. apply in_map_iff in J as [b [<- J]].
    apply forces_less with (worth who b); [apply Z.leb_le, B, J|apply value_of_first_moves, J].
Qed.

Theorem value_if_the_opponent_selects : has_value (goff Opponent) initial 10.
Proof. apply (value_by_a_best_first_move Opponent (1, 9)); vm_compute; tauto. Qed.

Theorem value_if_the_mover_selects : has_value (goff Self) initial 20.
Proof. apply (value_by_a_best_first_move Self (1, 3)); vm_compute; tauto. Qed.

Print Assumptions value_of_first_moves.
Print Assumptions value_if_the_opponent_selects.
Print Assumptions value_if_the_mover_selects.
