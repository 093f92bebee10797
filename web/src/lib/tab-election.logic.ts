import { anyOf, isFlag, isNumber, isText, oneOf, shape, type Checked } from "./shape.logic.ts";

/**
 * How long a tab waits for an objection. If a leader was too busy to object, its next beat makes
 * one of the two give way.
 */
export const CLAIM_MS = 250;

/** How often a leader says that it leads. */
export const BEAT_MS = 2_000;

/** A leader that is silent for this long is gone, or frozen by its browser. */
const SILENCE_MS = 7_000;

/** The messages by which tabs without locks agree on a leader. */
const isElectionMessage = anyOf(
  shape({ kind: oneOf("claim"), tab: isText, isVisible: isFlag }),
  shape({ kind: oneOf("lead"), tab: isText, isVisible: isFlag, since: isNumber }),
  shape({ kind: oneOf("gone"), tab: isText }),
);
export type ElectionMessage = Checked<typeof isElectionMessage>;

export function readElectionMessage(data: unknown): ElectionMessage | null {
  return isElectionMessage(data) ? data : null;
}

/** A tab in the election. */
export type Candidate = {
  tab: string;
  isVisible: boolean;
  role: "follower" | "claimant" | "leader";
  /** When it started to lead, by the clock that all tabs share. */
  since: number;
  /** When it last heard of a leader, or of a tab that is about to lead. */
  heardAt: number;
};

export type ElectionHappening =
  | { type: "joined" | "shown" | "hidden" | "left" | "uncontested" | "beat" }
  | { type: "heard"; message: ElectionMessage };

/** A candidate's new state, and its message to the others. */
type Outcome = { candidate: Candidate; says?: ElectionMessage };

export function newCandidate(tab: string, isVisible: boolean): Candidate {
  return { tab, isVisible, role: "follower", since: 0, heardAt: 0 };
}

/**
 * Visible tabs lead before hidden ones, which browsers slow down and freeze. Among equals the
 * current leader stays, and between two new ones the lower name wins.
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

/** A visible leader objects by saying that it leads. */
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
  // A hidden tab is too slow to know, and needs no stream until it is visible.
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
  // This tab may not have heard of the leader yet. The leader gives way when it hears the claim.
  return candidate.role === "claimant" ? { candidate } : claim(candidate);
}

function isHidden({ isVisible }: { isVisible: boolean }): number {
  return isVisible ? 0 : 1;
}

type Rank = readonly (number | string)[];

/** Compares by the first difference. */
function isBefore(one: Rank, other: Rank): boolean {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at !== -1 && one[at]! < other[at]!;
}
