import {
  BEAT_MS,
  CLAIM_MS,
  newCandidate,
  nextCandidate,
  readElectionMessage,
  type ElectionHappening,
} from "./tab-election.logic.ts";

/** The channel for the election among the tabs of one browser. */
const ELECTION = "malamar-election";

type Office = { onLead: () => void; onLetGo: () => void };

/**
 * Takes part in the election among this browser's tabs, without locks, until the returned function
 * is called.
 */
export function joinElection(tab: string, { onLead, onLetGo }: Office): () => void {
  const channel = new BroadcastChannel(ELECTION);
  let candidate = newCandidate(tab, !document.hidden);
  let claimTimer: ReturnType<typeof setTimeout> | undefined;

  function happen(happening: ElectionHappening) {
    const before = candidate.role;
    const { candidate: after, says } = nextCandidate(candidate, happening, Date.now());
    candidate = after;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only a window's has one
    if (says !== undefined) channel.postMessage(says);
    if (after.role === before) return;
    clearTimeout(claimTimer);
    if (after.role === "claimant") {
      claimTimer = setTimeout(() => happen({ type: "uncontested" }), CLAIM_MS);
    }
    if (after.role === "leader") onLead();
    if (before === "leader") onLetGo();
  }

  const look = () => happen({ type: document.hidden ? "hidden" : "shown" });
  const leave = () => happen({ type: "left" });
  const comeBack = (event: PageTransitionEvent) => {
    if (event.persisted) happen({ type: "joined" });
  };

  channel.addEventListener("message", ({ data }) => {
    const message = readElectionMessage(data);
    if (message !== null) happen({ type: "heard", message });
  });
  const beating = setInterval(() => happen({ type: "beat" }), BEAT_MS);
  document.addEventListener("visibilitychange", look);
  window.addEventListener("pagehide", leave);
  window.addEventListener("pageshow", comeBack);
  happen({ type: "joined" });

  return () => {
    clearInterval(beating);
    document.removeEventListener("visibilitychange", look);
    window.removeEventListener("pagehide", leave);
    window.removeEventListener("pageshow", comeBack);
    leave();
    clearTimeout(claimTimer);
    channel.close();
  };
}
