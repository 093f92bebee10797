import type { Row, Scenario, Variant } from "./scenario.ts";
import { spreadOf, type Spread } from "./statistics.ts";

/** Enough for the compiler of the engine to have seen the hot paths. */
const WARM_UP_ROUNDS = 2;

export interface Measured {
  row: Row;
  bare: Side;
  malamar: Side;
  ratio: { of_medians: number; per_round: number[]; spread: Spread };
  verdict: "ok" | "missed" | null;
}

interface Side {
  samples: number[];
  spread: Spread;
}

/** Both sides in turn, so that whatever else the machine does meets both; who begins alternates. */
export async function measure(scenario: Scenario, rounds: number): Promise<Measured[]> {
  const bare = await scenario.bare();
  try {
    const malamar = await scenario.malamar();
    try {
      return await measureInTurn(scenario.rows, bare, malamar, rounds);
    } finally {
      await malamar.close();
    }
  } finally {
    await bare.close();
  }
}

async function measureInTurn(
  rows: readonly Row[],
  bare: Variant,
  malamar: Variant,
  rounds: number,
): Promise<Measured[]> {
  const ofBare: number[][] = [];
  const ofMalamar: number[][] = [];
  for (let at = -WARM_UP_ROUNDS; at < rounds; at++) {
    const bareFirst = at % 2 === 0;
    const first = await (bareFirst ? bare : malamar).round();
    const second = await (bareFirst ? malamar : bare).round();
    if (at < 0) continue;
    ofBare.push(bareFirst ? first : second);
    ofMalamar.push(bareFirst ? second : first);
  }
  return rows.map((row, at) => compare(row, column(ofBare, at), column(ofMalamar, at)));
}

function compare(row: Row, bare: number[], malamar: number[]): Measured {
  const sides = {
    bare: { samples: bare, spread: spreadOf(bare) },
    malamar: { samples: malamar, spread: spreadOf(malamar) },
  };
  const ratio = sides.malamar.spread.median / sides.bare.spread.median;
  const perRound = malamar.map((figure, at) => figure / bare[at]!);
  return {
    row,
    ...sides,
    ratio: { of_medians: ratio, per_round: perRound, spread: spreadOf(perRound) },
    verdict: verdictOn(row, ratio),
  };
}

function verdictOn({ better, bound }: Row, ratio: number): Measured["verdict"] {
  if (bound === null) return null;
  const holds = better === "higher" ? ratio >= bound : ratio <= bound;
  return holds ? "ok" : "missed";
}

function column(rounds: readonly number[][], at: number): number[] {
  return rounds.map((figures) => {
    const figure = figures[at];
    if (figure === undefined) throw new Error("A round has fewer figures than its scenario rows.");
    return figure;
  });
}
