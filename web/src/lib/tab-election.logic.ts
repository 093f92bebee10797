import { anyOf, isFlag, isNumber, isText, oneOf, shape, type Checked } from "./shape.logic.ts";

/** How long a tab waits for an objection. A leader too busy to object is heard of later, and one gives way. */
export const CLAIM_MS = 250;

/** How often a leader says that it leads. */
export const BEAT_MS = 2_000;

/** A leader that is silent for this long is gone, or frozen by its browser. */
const SILENCE_MS = 7_000;

/** What tabs without locks tell each other to agree on the one that leads. */
const isElectionMessage = anyOf(
  shape({ kind: oneOf("claim"), tab: isText, isVisible: isFlag }),
  shape({ kind: oneOf("lead"), tab: isText, isVisible: isFlag, since: isNumber }),
  shape({ kind: oneOf("gone"), tab: isText }),
);
export type ElectionMessage = Checked<typeof isElectionMessage>;

export function readElectionMessage(data: unknown): ElectionMessage | null {
  return isElectionMessage(data) ? data : null;
}

/** A tab, as far as the election goes. */
export type Candidate = {
  tab: string;
  isVisible: boolean;
  role: "follower" | "claimant" | "leader";
  /** Since when it leads; by the clock that all tabs share. */
  since: number;
  /** When it last heard of somebody who leads, or will. */
  heardAt: number;
};

export type ElectionHappening =
  | { type: "joined" | "shown" | "hidden" | "left" | "uncontested" | "beat" }
  | { type: "heard"; message: ElectionMessage };

/** What became of a candidate, and what it has to tell the others. */
type Outcome = { candidate: Candidate; says?: ElectionMessage };

export function newCandidate(tab: string, isVisible: boolean): Candidate {
  return { tab, isVisible, role: "follower", since: 0, heardAt: 0 };
}

/**
 * Tabs that are looked at lead before those that are not, because browsers slow hidden ones down and
 * freeze them; of equals the one that leads already, and the lower name decides between two that begin.
 */
export function nextCandidate(
  candidate: Candidate,
  happening: ElectionHappening,
  now: number,
): Outcome {
  switch (happening.type) {
    case "joined":
      return claim(candidate);
    case "shown":
      return see({ ...candidate, isVisible: true });
    case "hidden":
      return tellIfLeading({ ...candidate, isVisible: false });
    case "left":
      return leave(candidate);
    case "uncontested":
      return candidate.role === "claimant" ? lead({ ...candidate, since: now }) : { candidate };
    case "beat":
      return beat(candidate, now);
    case "heard":
      return hear(candidate, happening.message, now);
    default:
      return happening satisfies never;
  }
}

function claim(candidate: Candidate): Outcome {
  const { tab, isVisible } = candidate;
  return {
    candidate: { ...candidate, role: "claimant" },
    says: { kind: "claim", tab, isVisible },
  };
}

function lead(candidate: Candidate): Outcome {
  const { tab, isVisible, since } = candidate;
  return {
    candidate: { ...candidate, role: "leader" },
    says: { kind: "lead", tab, isVisible, since },
  };
}

function follow(candidate: Candidate, now: number): Outcome {
  return { candidate: { ...candidate, role: "follower", heardAt: now } };
}

/** A leader that is looked at itself objects. */
function see(candidate: Candidate): Outcome {
  return candidate.role === "leader" ? lead(candidate) : claim(candidate);
}

function tellIfLeading(candidate: Candidate): Outcome {
  return candidate.role === "leader" ? lead(candidate) : { candidate };
}

function leave(candidate: Candidate): Outcome {
  const left: Candidate = { ...candidate, role: "follower" };
  if (candidate.role !== "leader") return { candidate: left };
  return { candidate: left, says: { kind: "gone", tab: candidate.tab } };
}

function beat(candidate: Candidate, now: number): Outcome {
  if (candidate.role === "leader") return lead(candidate);
  const isSilent = now - candidate.heardAt > SILENCE_MS;
  // A hidden tab is too slow to know, and needs no stream before it is looked at.
  return candidate.role === "follower" && candidate.isVisible && isSilent
    ? claim(candidate)
    : { candidate };
}

function hear(candidate: Candidate, message: ElectionMessage, now: number): Outcome {
  switch (message.kind) {
    case "claim":
      return hearClaim(candidate, message, now);
    case "lead":
      return hearLeader(candidate, message, now);
    case "gone":
      return candidate.role === "follower" ? claim(candidate) : { candidate };
    default:
      return message satisfies never;
  }
}

function hearClaim(
  candidate: Candidate,
  other: Extract<ElectionMessage, { kind: "claim" }>,
  now: number,
): Outcome {
  if (candidate.role === "follower") return { candidate };
  if (candidate.role === "leader") {
    return other.isVisible && !candidate.isVisible ? follow(candidate, now) : lead(candidate);
  }
  return isBefore([isHidden(other), other.tab], [isHidden(candidate), candidate.tab])
    ? follow(candidate, now)
    : claim(candidate);
}

function hearLeader(
  candidate: Candidate,
  other: Extract<ElectionMessage, { kind: "lead" }>,
  now: number,
): Outcome {
  if (candidate.role === "leader") {
    return isBefore(
      [isHidden(other), other.since, other.tab],
      [isHidden(candidate), candidate.since, candidate.tab],
    )
      ? follow(candidate, now)
      : lead(candidate);
  }
  if (other.isVisible || !candidate.isVisible) return follow(candidate, now);
  // It lets go when it hears of a claim, which it may not have yet.
  return candidate.role === "claimant" ? { candidate } : claim(candidate);
}

function isHidden({ isVisible }: { isVisible: boolean }): number {
  return isVisible ? 0 : 1;
}

type Rank = readonly (number | string)[];

/** By the first place in which they differ. */
function isBefore(one: Rank, other: Rank): boolean {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at !== -1 && one[at]! < other[at]!;
}
