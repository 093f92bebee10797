import type { Row, Sampled, Scenario, Variant } from "./scenario.ts";
import { quantileOf, spreadOf, type Spread } from "./statistics.ts";

/** Enough for the engine's compiler to have optimized the hot paths. */
const WARM_UP_ROUNDS = 2;

export interface Measured {
  row: Row;
  bare: Side;
  malamar: Side;
  ratio: Comparison;
  difference: Comparison;
  verdict: "ok" | "missed" | null;
}

interface Side {
  /** All of them, round after round. */
  samples: number[];
  /** The row's quantile of all samples. */
  figure: number;
  /** Of the figures of single rounds. */
  spread: Spread;
}

interface Comparison {
  /** Of the two sides' figures, medians unless the row says otherwise. */
  of_medians: number;
  per_round: number[];
  spread: Spread;
}

/** Both sides in turn, so that other load on the machine affects both; the first one alternates. */
export async function measure(scenario: Scenario, rounds: number): Promise<Measured[]> {
  const bare = await scenario.bare();
  try {
    const malamar = await scenario.malamar();
    try {
      return await measureInTurn(scenario, bare, malamar, rounds);
    } finally {
      await malamar.close();
    }
  } finally {
    await bare.close();
  }
}

async function measureInTurn(
  { rows, mostRounds }: Scenario,
  bare: Variant,
  malamar: Variant,
  wantedRounds: number,
): Promise<Measured[]> {
  const ofBare: (readonly Sampled[])[] = [];
  const ofMalamar: (readonly Sampled[])[] = [];
  // A single round is a quick look.
  const warmUps = mostRounds === undefined ? Math.min(WARM_UP_ROUNDS, wantedRounds) : 0;
  const rounds = Math.min(wantedRounds, mostRounds ?? wantedRounds);
  for (let at = -warmUps; at < rounds; at++) {
    // A round may be one piece of work that leaves no moment for a Ctrl-C.
    await Bun.sleep(0);
    const bareFirst = at % 2 === 0;
    const first = await (bareFirst ? bare : malamar).round();
    const second = await (bareFirst ? malamar : bare).round();
    if (at < 0) continue;
    ofBare.push(bareFirst ? first : second);
    ofMalamar.push(bareFirst ? second : first);
  }
  return rows.map((row, at) => compare(row, column(ofBare, at), column(ofMalamar, at)));
}

type Rounds = readonly (readonly number[])[];

export function compare(row: Row, bareRounds: Rounds, malamarRounds: Rounds): Measured {
  const bare = sideOf(row, bareRounds);
  const malamar = sideOf(row, malamarRounds);
  const compared = (by: (ofMalamar: number, ofBare: number) => number): Comparison => {
    const perRound = malamar.perRound.map((figure, at) => by(figure, bare.perRound[at]!));
    return {
      of_medians: by(malamar.side.figure, bare.side.figure),
      per_round: perRound,
      spread: spreadOf(perRound),
    };
  };
  const result = {
    row,
    bare: bare.side,
    malamar: malamar.side,
    ratio: compared((ofMalamar, ofBare) => ofMalamar / ofBare),
    difference: compared((ofMalamar, ofBare) => ofMalamar - ofBare),
  };
  return { ...result, verdict: verdictOn(result) };
}

function sideOf({ quantile = 0.5 }: Row, rounds: Rounds): { side: Side; perRound: number[] } {
  const samples = rounds.flat();
  const perRound = rounds.map((round) => quantileOf(round, quantile));
  const side = { samples, figure: quantileOf(samples, quantile), spread: spreadOf(perRound) };
  return { side, perRound };
}

function verdictOn(result: Omit<Measured, "verdict">): Measured["verdict"] {
  const { better, bound, bounded = "ratio" } = result.row;
  if (bound === null) return null;
  const held = bounded === "malamar" ? result.malamar.figure : result[bounded].of_medians;
  const holds = better === "higher" ? held >= bound : held <= bound;
  return holds ? "ok" : "missed";
}

function column(rounds: readonly (readonly Sampled[])[], at: number): Rounds {
  return rounds.map((figures) => {
    const sampled = figures[at];
    if (sampled === undefined) throw new Error("A round has fewer figures than its scenario rows.");
    return typeof sampled === "number" ? [sampled] : sampled;
  });
}
