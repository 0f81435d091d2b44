(** What it is that a player forces a value, in any game of two players, and a checker that a plan proves it. *)
From Coq Require Import List Bool ZArith PArith FMapPositive.
Require Import Goff.
Import ListNotations.

Section Game.
Variable node : Type.
Inductive turn := Over (z : Z) | Decides (P : player) (l : list node).
Variable look : node -> turn.

(** A value that is as good for P as v, or better: X wants much, O wants little. *)
Definition at_least (P : player) (v z : Z) : Prop := match P with X => (v <= z)%Z | O => (z <= v)%Z end.

(** P forces v from a node if the end is at least as good; if P decides, and some choice leads to a node from which P
    forces v; or if the opponent decides, and every choice does. *)
Inductive forces (P : player) (v : Z) : node -> Prop :=
| ended p z : look p = Over z -> at_least P v z -> forces P v p
| chooses p l q : look p = Decides P l -> In q l -> forces P v q -> forces P v p
| waits p l : look p = Decides (opponent P) l -> l <> [] -> (forall q, In q l -> forces P v q) -> forces P v p.

(** The value of a node is what both players force. *)
Definition has_value (p : node) (v : Z) : Prop := forces X v p /\ forces O v p.

Lemma no_more_than_the_other_allows p v w : forces X v p -> forces O w p -> (v <= w)%Z.
Proof.
  intros F. induction F as [p z E G|p l q E I F IH|p l E N F IH]; intros H; inversion H; subst;
    match goal with A : look p = _, B : look p = _ |- _ => rewrite A in B; inversion B; subst end.
  - simpl in *. eapply Z.le_trans; eassumption.
  - apply IH. auto.
  - eauto.
Qed.

Theorem value_is_unique p v w : has_value p v -> has_value p w -> v = w.
Proof. intros [A B] [C D]. apply Z.le_antisymm; eapply no_more_than_the_other_allows; eassumption. Qed.

(** The checker walks through the tree from a node, and follows a plan where P decides: a list with the number of the
    choice for each such node, in the order of the walk. It remembers the nodes that are done, by a key that need not
    tell them apart. *)
Variable key : node -> positive.
Variable node_dec : forall p q : node, {p = q} + {p <> q}.
Variable P : player.
Variable v : Z.

Definition done := PositiveMap.t (list node).
Definition bucket (p : node) (m : done) := match PositiveMap.find (key p) m with Some l => l | None => [] end.
Definition add (p : node) (m : done) : done := PositiveMap.add (key p) (p :: bucket p m) m.
Definition is_at_least (z : Z) : bool := match P with X => (v <=? z)%Z | O => (z <=? v)%Z end.
Definition state : Type := done * list nat.

Section All.
Variable walk : node -> state -> option state.
Fixpoint all (l : list node) (s : state) : option state :=
  match l with [] => Some s | q :: l => match walk q s with Some s => all l s | None => None end end.
End All.

Definition is_P (Q : player) : bool := match P, Q with X, X | O, O => true | _, _ => false end.

Fixpoint walk (fuel : nat) (p : node) (s : state) : option state :=
  match fuel with
  | 0 => None
  | S fuel =>
    if in_dec node_dec p (bucket p (fst s)) then Some s else
    let after := match look p with
      | Over z => if is_at_least z then Some s else None
      | Decides Q l =>
        if is_P Q then
          match snd s with
          | [] => None
          | i :: plan => match nth_error l i with Some q => walk fuel q (fst s, plan) | None => None end
          end
        else match l with [] => None | _ => all (walk fuel) l s end
      end in
    match after with Some (m, plan) => Some (add p m, plan) | None => None end
  end.

Definition sound (m : done) : Prop := forall k l q, PositiveMap.find k m = Some l -> In q l -> forces P v q.

Lemma sound_bucket p q m : sound m -> In q (bucket p m) -> forces P v q.
Proof. unfold bucket. intros G I. destruct (PositiveMap.find (key p) m) eqn:F; [eapply G; eauto|destruct I]. Qed.

Lemma sound_add p m : sound m -> forces P v p -> sound (add p m).
Proof.
  intros G F k l q. unfold add. destruct (Pos.eq_dec (key p) k) as [<-|N].
  - rewrite PositiveMap.gss. intros [= <-] [<-|I]; [exact F|eapply sound_bucket; eauto].
  - rewrite PositiveMap.gso by auto. apply G.
Qed.

Lemma all_sound f : (forall p s s', sound (fst s) -> f p s = Some s' -> sound (fst s') /\ forces P v p) ->
  forall l s s', sound (fst s) -> all f l s = Some s' -> sound (fst s') /\ forall q, In q l -> forces P v q.
Proof.
  intros Hf l. induction l as [|q l IH]; simpl; intros s s' G H.
  - injection H as <-. split; [exact G|intros ? []].
  - destruct (f q s) as [t|] eqn:W; [|discriminate].
    destruct (Hf _ _ _ G W) as [G1 F]. destruct (IH _ _ G1 H) as [G2 Fl].
    split; [exact G2|intros ? [<-|I]; auto].
Qed.

Lemma player_of_is_P Q : Q = if is_P Q then P else opponent P.
Proof. unfold is_P. destruct P, Q; reflexivity. Qed.

Theorem walk_sound fuel : forall p s s', sound (fst s) -> walk fuel p s = Some s' -> sound (fst s') /\ forces P v p.
Proof.
  induction fuel as [|fuel IH]; cbn [walk]; [discriminate|]. intros p s s' G.
  destruct (in_dec node_dec p (bucket p (fst s))) as [I|_].
  { intros [= <-]. split; [exact G|eapply sound_bucket; eauto]. }
  match goal with |- match ?r with _ => _ end = _ -> _ => destruct r as [[m plan]|] eqn:W end; [|discriminate].
  intros [= <-]. cut (sound m /\ forces P v p); [intros [G1 F]; split; [apply sound_add|]; assumption|].
  destruct (look p) as [z|Q l] eqn:E.
  - destruct (is_at_least z) eqn:A; [|discriminate]. injection W as W. split; [rewrite W in G; exact G|].
    apply ended with z; [exact E|]. unfold is_at_least in A. destruct P; apply Z.leb_le, A.
  - rewrite (player_of_is_P Q) in E. destruct (is_P Q).
    + destruct (snd s) as [|i rest]; [discriminate|]. destruct (nth_error l i) as [q|] eqn:N; [|discriminate].
      destruct (IH _ (fst s, rest) _ G W) as [G1 F]. split; [exact G1|]. eapply chooses; eauto using nth_error_In.
    + destruct l as [|q l]; [discriminate|]. destruct (all_sound _ IH _ _ _ G W) as [G1 F]. split; [exact G1|].
      eapply waits; eauto. discriminate.
Qed.

(** A plan that the checker accepts, and uses up, proves what P forces. *)
Definition accepts (fuel : nat) (p : node) (plan : list nat) : bool :=
  match walk fuel p (PositiveMap.empty _, plan) with Some (_, []) => true | _ => false end.

Theorem accepted_plan_proves fuel p plan : accepts fuel p plan = true -> forces P v p.
Proof.
  unfold accepts. destruct (walk fuel p (PositiveMap.empty _, plan)) as [s|] eqn:W; [intros _|discriminate].
  apply (walk_sound _ _ _ _) in W; [apply W|]. intros k l q. cbn [fst]. now rewrite PositiveMap.gempty.
Qed.
End Game.
