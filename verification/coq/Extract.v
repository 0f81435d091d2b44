(** Goff.v as a program in OCaml, for engine.ml: numbers stay those of Coq, counted in unary or by bits. *)
From Coq Require Import Extraction ExtrOcamlBasic.
Require Import Goff.
Extraction "goff.ml"
  source initial actor actions play component lines ply_of_player player_of opponent outcome score perft.
