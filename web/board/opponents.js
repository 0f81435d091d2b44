/** Whoever moves and is not a person: other players, and chance where it is drawn at once. */

import { Left } from "./ask.js";
import { isPlayer } from "./words.js";

/** @import {Net} from "./net.js" */
/** @import {Session} from "./session.js" */

/** Milliseconds before somebody else moves, so that a person sees each move. */
const PAUSE = 350;

/** @param {Session} session @param {() => Net | null} [net] who plays as `net` */
export function opponents(session, net = () => null) {
  let timer = 0;
  const wait = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void act(session, net()), PAUSE);
  };
  session.on(["position", "settings"], wait);
  wait();
}

/** Let a player who is not a person move, and chance if it is drawn at once. @param {Session} session @param {Net | null} net */
async function act(session, net) {
  const { shown, settings } = session;
  const { actor, position } = shown ?? {};
  if (!actor || session.stepping) return;
  const player = isPlayer(actor) ? settings[/** @type {"X" | "O"} */ (actor)] : settings.nature;
  if (player === "person" || player === "choose") return;
  const mine = player === "net" ? net : null;
  if (player === "net" && (!mine || mine.game !== session.game.name)) return session.fail("The net that was chosen does not play this game: choose another player.");
  try {
    const action = await session.ask("reply", { position, player, net: mine }, ({ words }) => session.say(`${words} …`));
    if (session.shown === shown && !session.stepping) session.play(action);
  } catch (error) {
    if (!(error instanceof Left)) session.fail(error instanceof Error ? error.message : String(error));
  }
}
