(** X forces at least a narrow win if the opponent selects: the half of Theorem.v that takes the least time. *)
From Coq Require Import List ZArith.
Require Import Goff Forces Values.
Require Plan_1_9.
Import ListNotations.

Theorem X_wins_narrowly : forces (goff Opponent) X 10 initial.
Proof.
  apply moves with (Pair 1 9); try (vm_compute; tauto).
  apply (accepted_half Opponent X Plan_1_9.plans (1, 9) Plan_1_9.accepted). now left.
Qed.

Print Assumptions X_wins_narrowly.
