(** The loop of probabilistic tic-tac-toe, PROB-LOOP-1 in spec/rules/probabilistic.md, has exactly one solution in the
    rational numbers if every slope is in [0, 1), whatever the lines and their number: LEMMA contraction there. *)
From Coq Require Import List QArith Lqa.
Import ListNotations.
Local Open Scope Q_scope.

(** For a square c, the slope is n_c, and the intercept x_c if X names it and x'_c if O does. *)
Record line := Line { slope : Q; intercept : Q }.
Definition value_at (l : line) (t : Q) : Q := slope l * t + intercept l.

(** The largest of the lines' values at t is v: some line attains v, and none is above it. The smallest likewise. *)
Definition is_max (lines : list line) (t v : Q) : Prop :=
  (exists l, In l lines /\ v == value_at l t) /\ forall l, In l lines -> value_at l t <= v.
Definition is_min (lines : list line) (t v : Q) : Prop :=
  (exists l, In l lines /\ v == value_at l t) /\ forall l, In l lines -> v <= value_at l t.

(** V is the largest value of X's lines at V', and V' the smallest of O's lines at V. *)
Definition solves (xs os : list line) (V V' : Q) : Prop := is_max xs V' V /\ is_min os V V'.

(** The example of PROB-LOOP-1, with one square. *)
Example one_square : solves [Line 0.2 0.65] [Line 0.2 0.55] (19 # 24) (17 # 24).
Proof. split; (split; [eexists; split; [now left|reflexivity]|intros l [<-|[]]; now compute]). Qed.

(** What the theorem asks of every line. *)
Definition contracts (l : line) : Prop := 0 <= slope l < 1.

(** The product of two slopes is in [0, 1), too. *)
Lemma product_contracts k l : contracts k -> contracts l -> 0 <= slope k * slope l < 1.
Proof. unfold contracts. nra. Qed.

(** One line on each side: some V' leads back to itself. *)
Lemma two_lines_meet k l : contracts k -> contracts l -> exists V', V' == value_at l (value_at k V').
Proof.
  intros K L. pose proof (product_contracts _ _ K L). unfold value_at.
  exists ((slope l * intercept k + intercept l) / (1 - slope k * slope l)). field. lra.
Qed.

(** If each element of a non-empty list has some number, the list has a best one: every element has a number that is
    no better. *)
Lemma best_of {A} (R : A -> Q -> Prop) (worse : Q -> Q -> Prop) (items : list A) :
  (forall p q, worse p q \/ worse q p) -> (forall p q r, worse p q -> worse q r -> worse p r) ->
  items <> [] -> (forall a, In a items -> exists p, R a p) ->
  exists a p, In a items /\ R a p /\ forall b, In b items -> exists q, R b q /\ worse q p.
Proof.
  intros total trans N H. induction items as [|a l IH]; [easy|]. destruct (H a) as [p Hp]; [now left|].
  assert (worse p p) by (destruct (total p p); auto). destruct l as [|b l].
  { exists a, p. repeat split; [now left|easy|]. intros b [<-|[]]. eauto. }
  destruct IH as (c & q & C & Hq & B); [easy|intros; apply H; now right|]. destruct (total p q) as [L|L].
  - exists c, q. repeat split; [now right|easy|]. intros e [<-|E]; eauto.
  - exists a, p. repeat split; [now left|easy|]. intros e [<-|E]; [eauto|]. destruct (B e E) as (r & ? & ?). eauto.
Qed.

(** The smallest value grows by no more than one of the lines does. *)
Lemma min_grows_as_a_line os V V' W W' : is_min os V V' -> is_min os W W' ->
  exists l, In l os /\ W' - V' <= slope l * (W - V).
Proof.
  intros [(l & L & E) _] [_ B]. exists l. split; [exact L|]. specialize (B l L). unfold value_at in *. lra.
Qed.

Section Loop.
Variables xs os : list line.
Hypothesis some_x : xs <> [].
Hypothesis some_o : os <> [].
Hypothesis contract_x : forall l, In l xs -> contracts l.
Hypothesis contract_o : forall l, In l os -> contracts l.

(** One line of X: of the solutions with one line of O each, the one with the smallest V' solves the loop. *)
Lemma one_line_of_x k : In k xs -> exists V V', V == value_at k V' /\ is_min os V V'.
Proof.
  intros K%contract_x.
  destruct (best_of (fun l V' => V' == value_at l (value_at k V')) (fun p q => q <= p) os)
    as (l & V' & L & E & B); [intros; lra|intros; lra|exact some_o|auto using two_lines_meet|].
  exists (value_at k V'), V'. split; [reflexivity|split; [eauto|]]. intros m M.
  destruct (B m M) as (W' & F & G). pose proof (product_contracts _ _ K (contract_o _ M)). unfold value_at in *. nra.
Qed.

(** All lines of X: of those solutions, the one with the largest V solves the loop. *)
Lemma solution_exists : exists V V', solves xs os V V'.
Proof.
  destruct (best_of (fun k V => exists V', V == value_at k V' /\ is_min os V V') Qle xs)
    as (k & V & K & (V' & E & S) & B); [intros; lra|intros; lra|exact some_x|exact one_line_of_x|].
  exists V, V'. repeat split; [eauto| |apply S|apply S]. intros m M.
  destruct (B m M) as (W & (W' & F & T) & G). destruct (min_grows_as_a_line _ _ _ _ _ T S) as (l & L & D).
  pose proof (contract_x _ M) as [? _]. pose proof (product_contracts _ _ (contract_x _ M) (contract_o _ L)).
  unfold value_at in *. nra.
Qed.

(** No solution has a larger V than another: the difference would shrink by a factor below 1 and stay the same. *)
Lemma no_larger V V' W W' : solves xs os V V' -> solves xs os W W' -> W <= V.
Proof.
  intros [[_ B] S] [[(k & K & E) _] T]. destruct (min_grows_as_a_line _ _ _ _ _ S T) as (l & L & D).
  specialize (B k K). pose proof (contract_x _ K) as [? _].
  pose proof (product_contracts _ _ (contract_x _ K) (contract_o _ L)). unfold value_at in *.
  apply Qnot_lt_le. intros G. nra.
Qed.

Lemma solution_is_unique V V' W W' : solves xs os V V' -> solves xs os W W' -> V == W /\ V' == W'.
Proof.
  intros S T. assert (E : V == W) by (apply Qle_antisym; eapply no_larger; eassumption). split; [exact E|].
  destruct (min_grows_as_a_line _ _ _ _ _ (proj2 S) (proj2 T)) as (l & _ & D).
  destruct (min_grows_as_a_line _ _ _ _ _ (proj2 T) (proj2 S)) as (m & _ & D').
  rewrite E in D, D'. lra.
Qed.
End Loop.

(** There is a solution, and every solution is equal to it. *)
Theorem the_loop_has_exactly_one_solution (xs os : list line) :
  xs <> [] -> os <> [] -> (forall l, In l xs \/ In l os -> 0 <= slope l < 1) ->
  exists V V', solves xs os V V' /\ forall W W', solves xs os W W' -> W == V /\ W' == V'.
Proof.
  intros some_x some_o H. destruct (solution_exists xs os) as (V & V' & S); [firstorder..|].
  exists V, V'. split; [exact S|]. intros W W' T. eapply solution_is_unique; eauto; firstorder.
Qed.

Print Assumptions the_loop_has_exactly_one_solution.
