import { accessShot } from "./access-requests.ts";
import { apiShot } from "./api-requests.ts";
import { createDice, type Dice } from "./dice.ts";
import { staticShot, streamShot, uploadShot } from "./other-requests.ts";
import { rawShot } from "./raw-requests.ts";
import type { Route } from "./routes.ts";
import type { Shot, Target } from "./shot.ts";

export interface Range {
  routes: readonly Route[];
  open: Target;
  guarded: Target;
}

/** The request of this number: the same for the same seed, except for the ids. */
export function shotAt(seed: number, index: number, range: Range): Shot & { at: Target } {
  const dice = createDice(seed, index);
  const at = dice.chance(0.3) ? range.guarded : range.open;
  return { ...dice.weighted(MIX)(range.routes, at, dice), at };
}

type Make = (routes: readonly Route[], target: Target, dice: Dice) => Shot;

/** Half of all are sound but for one thing, which gets deepest into the code. */
const MIX: readonly (readonly [weight: number, make: Make])[] = [
  [16, (routes, target, dice) => apiShot(routeFor(routes, dice), 0, target, dice)],
  [50, (routes, target, dice) => apiShot(routeFor(routes, dice), 1, target, dice)],
  [10, (routes, target, dice) => apiShot(routeFor(routes, dice), dice.between(2, 4), target, dice)],
  [9, accessShot],
  [5, (_routes, target, dice) => uploadShot(target, dice)],
  [4, (_routes, target, dice) => rawShot(target, dice)],
  [2, (_routes, target, dice) => streamShot(target, dice)],
  [4, (_routes, target, dice) => staticShot(target, dice)],
];

/** Every route, but rarely those that start programs or destroy the world. */
function routeFor(routes: readonly Route[], dice: Dice): Route {
  return dice.weighted(routes.map((route) => [weightOf(route), route] as const));
}

function weightOf({ method, path, body }: Route): number {
  if (path.endsWith("/refresh")) return 1;
  if (path.endsWith("/messages")) return 4;
  if (method === "DELETE" || path.includes("/test-")) return 2;
  return body ? 12 : 5;
}
