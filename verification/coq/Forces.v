(** What it means to force a value in a game of two players, and a checker of plans, proved sound. *)
From Coq Require Import List Bool ZArith PArith FMapPositive.
Require Import Goff.
Import ListNotations.

(** A game in extensive form: at each node the payoff to X if the game is over, else who moves, the branches to choose
    from, and the node to which each leads. *)
Record game := Game
  { node : Type; branch : Type; payoff : node -> option Z; mover : node -> player; branches : node -> list branch;
    child : node -> branch -> node }.

Section Game.
Variable g : game.
Notation node := (node g).
Notation branch := (branch g).
Notation payoff := (payoff g).
Notation mover := (mover g).
Notation branches := (branches g).
Notation child := (child g).

(** z is at least as good as v for P: X prefers large payoffs, O small ones. *)
Definition at_least (P : player) (v z : Z) : Prop := match P with X => (v <= z)%Z | O => (z <= v)%Z end.

(** P forces v from a node if the game is over and the payoff is good enough; if P moves, and forces v after some branch;
    or if the opponent moves, and P forces v after every branch. As it is inductive, P also brings the game to an end: a
    play without end, or a node without branches, helps nobody. *)
Inductive forces (P : player) (v : Z) : node -> Prop :=
| over p z : payoff p = Some z -> at_least P v z -> forces P v p
| moves p b : payoff p = None -> mover p = P -> In b (branches p) -> forces P v (child p b) -> forces P v p
| waits p : payoff p = None -> mover p = opponent P -> branches p <> [] ->
    (forall b, In b (branches p) -> forces P v (child p b)) -> forces P v p.

(** A node has the value v if each player forces v. *)
Definition has_value (p : node) (v : Z) : Prop := forces X v p /\ forces O v p.

Lemma no_more_than_the_other_allows p v w : forces X v p -> forces O w p -> (v <= w)%Z.
Proof.
  intros F. induction F as [p z E G|p b E A I F IH|p E A N F IH]; intros H; inversion H; subst; simpl in *;
    try congruence.
  - replace z0 with z in * by congruence. eapply Z.le_trans; eassumption.
  - auto.
  - eauto.
Qed.

Theorem value_is_unique p v w : has_value p v -> has_value p w -> v = w.
Proof. intros [A B] [C D]. apply Z.le_antisymm; eapply no_more_than_the_other_allows; eassumption. Qed.

(** A player who forces v forces every w that is no better. *)
Lemma forces_less P v w p : at_least P w v -> forces P v p -> forces P w p.
Proof.
  intros L. induction 1; [|eapply moves; eauto|eapply waits; eauto].
  eapply over; [eassumption|]. destruct P; eapply Z.le_trans; eassumption.
Qed.

(** The checker plays through the game from a node on, and follows a plan where P acts: a list of the numbers of the
    branches to take, in the order of the play. It remembers the nodes that it is done with, by a key that need not tell
    them apart. *)
Variable key : node -> positive.
Variable node_dec : forall p q : node, {p = q} + {p <> q}.
Variable P : player.
Variable v : Z.

Definition done := PositiveMap.t (list node).
Definition bucket (p : node) (m : done) := match PositiveMap.find (key p) m with Some l => l | None => [] end.
Definition remember (p : node) (m : done) : done := PositiveMap.add (key p) (p :: bucket p m) m.
Definition is_at_least (z : Z) : bool := match P with X => (v <=? z)%Z | O => (z <=? v)%Z end.
Definition is_P (Q : player) : bool := match P, Q with X, X | O, O => true | _, _ => false end.
Definition state : Type := done * list nat.

Fixpoint all (check : branch -> state -> option state) (l : list branch) (s : state) : option state :=
  match l with [] => Some s | b :: l => match check b s with Some s => all check l s | None => None end end.

Fixpoint check (fuel : nat) (p : node) (s : state) : option state :=
  match fuel with
  | 0 => None
  | S fuel =>
    match payoff p with
    | Some z => if is_at_least z then Some s else None
    | None =>
      if in_dec node_dec p (bucket p (fst s)) then Some s else
      let after :=
        if is_P (mover p) then
          match snd s with
          | [] => None
          | i :: plan =>
            match nth_error (branches p) i with Some b => check fuel (child p b) (fst s, plan) | None => None end
          end
        else
          match branches p with [] => None | l => all (fun b => check fuel (child p b)) l s end in
      match after with Some (m, plan) => Some (remember p m, plan) | None => None end
    end
  end.

Definition sound (m : done) : Prop := forall k l q, PositiveMap.find k m = Some l -> In q l -> forces P v q.

Lemma bucket_sound p q m : sound m -> In q (bucket p m) -> forces P v q.
Proof. unfold bucket. intros G I. destruct (PositiveMap.find (key p) m) eqn:F; [eapply G; eauto|destruct I]. Qed.

Lemma remember_sound p m : sound m -> forces P v p -> sound (remember p m).
Proof.
  intros G F k l q. unfold remember. destruct (Pos.eq_dec (key p) k) as [<-|N].
  - rewrite PositiveMap.gss. intros [= <-] [<-|I]; [exact F|eapply bucket_sound; eauto].
  - rewrite PositiveMap.gso by auto. apply G.
Qed.

Lemma all_sound f p : (forall b s s', sound (fst s) -> f b s = Some s' -> sound (fst s') /\ forces P v (child p b)) ->
  forall l s s', sound (fst s) -> all f l s = Some s' -> sound (fst s') /\ forall b, In b l -> forces P v (child p b).
Proof.
  intros Hf l. induction l as [|b l IH]; simpl; intros s s' G H.
  - injection H as <-. split; [exact G|intros ? []].
  - destruct (f b s) as [t|] eqn:W; [|discriminate].
    destruct (Hf _ _ _ G W) as [G1 F]. destruct (IH _ _ G1 H) as [G2 Fl].
    split; [exact G2|intros ? [<-|I]; auto].
Qed.

Lemma mover_by_is_P p : mover p = if is_P (mover p) then P else opponent P.
Proof. unfold is_P. destruct P, (mover p); reflexivity. Qed.

Theorem check_sound fuel : forall p s s', sound (fst s) -> check fuel p s = Some s' -> sound (fst s') /\ forces P v p.
Proof.
  induction fuel as [|fuel IH]; cbn [check]; [discriminate|]. intros p s s' G.
  destruct (payoff p) as [z|] eqn:E.
  { destruct (is_at_least z) eqn:A; [|discriminate]. intros [= <-]. split; [exact G|].
    apply over with z; [exact E|]. unfold is_at_least in A. destruct P; apply Z.leb_le, A. }
  destruct (in_dec node_dec p (bucket p (fst s))) as [I|_].
  { intros [= <-]. split; [exact G|eapply bucket_sound; eauto]. }
  match goal with |- match ?r with _ => _ end = _ -> _ => destruct r as [[m plan]|] eqn:W end; [|discriminate].
  intros [= <-]. cut (sound m /\ forces P v p); [intros [G1 F]; split; [apply remember_sound|]; assumption|].
  pose proof (mover_by_is_P p) as A. destruct (is_P (mover p)).
  - destruct (snd s) as [|i rest]; [discriminate|]. destruct (nth_error (branches p) i) as [b|] eqn:N; [|discriminate].
    destruct (IH _ (fst s, rest) _ G W) as [G1 F]. split; [exact G1|]. eapply moves; eauto using nth_error_In.
  - destruct (branches p) as [|b l] eqn:L; [discriminate|].
    destruct (all_sound _ p (fun b => IH (child p b)) _ _ _ G W) as [G1 F]. split; [exact G1|].
    apply waits; rewrite ?L; auto. discriminate.
Qed.

(** A plan that the checker accepts, and uses up, proves what P forces. *)
Definition accepts (fuel : nat) (p : node) (plan : list nat) : bool :=
  match check fuel p (PositiveMap.empty _, plan) with Some (_, []) => true | _ => false end.

Theorem accepted_plan_proves fuel p plan : accepts fuel p plan = true -> forces P v p.
Proof.
  unfold accepts. destruct (check fuel p (PositiveMap.empty _, plan)) as [s|] eqn:W; [intros _|discriminate].
  apply check_sound in W; [apply W|]. intros k l q. cbn [fst]. now rewrite PositiveMap.gempty.
Qed.
End Game.
