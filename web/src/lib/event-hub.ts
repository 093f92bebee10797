import type { ServerEvent } from "@malamar/contract/event.ts";
import {
  readTabMessage,
  readTranscriptFrame,
  type Hello,
  type TabMessage,
} from "./event-hub.logic.ts";
import {
  FRAME_TYPES,
  OFFLINE_AFTER_MS,
  parseFrame,
  type Link,
  type RawFrame,
} from "./event-source.logic.ts";
import { connectEvents, type EventConnection } from "./event-source.ts";
import { firstAnswers } from "./first-answers.ts";
import { watchedRuns } from "./run-watch.ts";
import { joinElection } from "./tab-election.ts";
import { hasLocks, holdLock } from "./tab-locks.ts";
import { createTabRuns, holdTab } from "./tab-runs.ts";

/** The name of the lock and of the channel shared by the tabs of one browser. */
const HUB = "malamar-events";

/** Browsers slow down timers in background tabs, so a visible tab wakes the leader this often. */
const ASK_AGAIN_MS = 10_000;

export type HubListener = {
  /** `id` is the event's id in the stream. */
  onEvent: (event: ServerEvent, id: string | null) => void;
  onHello: (hello: Hello) => void;
  /** Events may have been missed, so all loaded data is stale. */
  onMissed: () => void;
  onOnline: (isOnline: boolean) => void;
};

/**
 * One event stream per browser instead of one per tab, because browsers allow six connections to a
 * server. The tab that holds the lock leads: it has the stream and passes every event on to the
 * others. When it closes, the next tab takes the lock and resumes after the last event it saw.
 * Without locks (plain http from another machine) the tabs elect their leader. The stream also
 * carries the transcript events of all runs that any tab watches.
 */
export function joinEventHub(listener: HubListener): () => void {
  const channel = new BroadcastChannel(HUB);
  const tab = newTabId();
  const tabRuns = createTabRuns(() => connection?.watchRuns(runsToWatch()));
  let isKnown = false;
  let connection: EventConnection | null = null;
  let lastId: string | null = null;
  let hello: Hello | null = null;
  let isOnline = true;
  let offlineTimer: ReturnType<typeof setTimeout> | null = null;

  function tell(message: TabMessage) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only a window's has one
    channel.postMessage(message);
  }

  function tellStatus() {
    tell({ kind: "status", isOnline, lastId, hello });
  }

  function ask() {
    tell({ kind: "ask", types: FRAME_TYPES });
  }

  function runsToWatch(): string[] {
    return tabRuns.with(watchedRuns.ids());
  }

  /**
   * Only while this tab holds its lock: the leader waits for that lock to learn that the tab is
   * gone.
   */
  function tellRuns() {
    if (isKnown) tell({ kind: "runs", tab, runs: watchedRuns.ids() });
  }

  function changeRuns() {
    connection?.watchRuns(runsToWatch());
    tellRuns();
  }

  function receive(raw: RawFrame) {
    // Another tab wanted it.
    if (!FRAME_TYPES.includes(raw.type)) return;
    if (raw.type === "run.transcript") return receiveTranscript(raw.data);
    const frame = parseFrame(raw);
    if (frame.type === "resync") return listener.onMissed();
    if (frame.type === "run.transcript") return;
    if (frame.type !== "hello") return listener.onEvent(frame, lastId);
    greet(frame);
    firstAnswers.begin(lastId, listener.onMissed);
    // The stream does not replay transcripts, so watchers read what they missed.
    watchedRuns.tellMissed();
  }

  function receiveTranscript(data: string): string | null {
    const written = readTranscriptFrame(data);
    if (written !== null) watchedRuns.tell(written.runId, written.event);
    return written?.runId ?? null;
  }

  function greet(newHello: Hello) {
    hello = newHello;
    listener.onHello(newHello);
  }

  function setOnline(value: boolean) {
    if (value === isOnline) return;
    isOnline = value;
    listener.onOnline(value);
  }

  function lead() {
    connection = connectEvents(lastId, runsToWatch(), {
      onLink: watchLink,
      onFrame: (frame, link) => {
        lastId = link.lastId;
        pass(frame);
        if (frame.type === "hello") tellStatus();
      },
    });
    tell({ kind: "leading" });
  }

  function letGo() {
    connection?.close();
    connection = null;
    stopOfflineTimer();
    tabRuns.clear();
  }

  function pass(frame: RawFrame) {
    if (frame.type === "run.transcript") return passTranscript(frame);
    receive(frame);
    tell({ kind: "frame", id: lastId, ...frame });
  }

  /** There may be thousands in a second, so they go straight to their watchers. */
  function passTranscript(frame: RawFrame) {
    const runId = receiveTranscript(frame.data);
    if (runId !== null && tabRuns.has(runId)) tell({ kind: "frame", id: lastId, ...frame });
  }

  function watchLink(link: Link) {
    if (link.phase === "open") {
      stopOfflineTimer();
      if (!isOnline) {
        setOnline(true);
        tellStatus();
      }
      return;
    }
    offlineTimer ??= setTimeout(() => {
      setOnline(false);
      tellStatus();
    }, OFFLINE_AFTER_MS);
  }

  function stopOfflineTimer() {
    if (offlineTimer !== null) clearTimeout(offlineTimer);
    offlineTimer = null;
  }

  function hear(message: TabMessage | null) {
    if (message === null) return undefined;
    if (connection !== null) return answerAsLeader(message, connection);
    switch (message.kind) {
      case "frame":
        lastId = message.id;
        return receive(message);
      case "status":
        lastId = message.lastId;
        if (message.hello !== null) {
          greet(message.hello);
          firstAnswers.skip();
        }
        return setOnline(message.isOnline);
      case "leading":
        tellRuns();
        return ask();
      case "watching":
        // Until now, the leader may have passed events on to other tabs only.
        return message.tab === tab ? watchedRuns.tellMissed() : undefined;
      case "ask":
      case "runs":
        return undefined;
      default:
        return message satisfies never;
    }
  }

  function answerAsLeader(message: TabMessage, leading: EventConnection) {
    if (message.kind === "runs") return hearRuns(message);
    if (message.kind !== "ask") return;
    leading.listenFor(message.types);
    leading.retryNow();
    tellStatus();
  }

  function hearRuns(message: Extract<TabMessage, { kind: "runs" }>) {
    tabRuns.hear(message.tab, message.runs);
    if (message.runs.length > 0) tell({ kind: "watching", tab: message.tab });
  }

  function askAgain() {
    if (!isOnline && !document.hidden) ask();
  }

  function makeKnown() {
    isKnown = true;
    tellRuns();
  }

  function lookAgain() {
    if (!document.hidden) connection?.retryNow();
    askAgain();
  }

  /** A page restored from the browser's back/forward cache has missed everything in between. */
  function wake(event: PageTransitionEvent) {
    if (!event.persisted) return;
    ask();
    tellRuns();
    listener.onMissed();
    watchedRuns.tellMissed();
  }

  /** Replaces the release of a lock. */
  function sayGoodbye() {
    if (!hasLocks()) tell({ kind: "runs", tab, runs: [] });
  }

  channel.addEventListener("message", (event) => hear(readTabMessage(event.data)));
  ask();
  const leave = hasLocks()
    ? holdLock(HUB, {}, lead)
    : joinElection(tab, { onLead: lead, onLetGo: letGo });
  const letGoOfTab = holdTab(tab, makeKnown);
  const ignoreRuns = watchedRuns.onChange(changeRuns);
  const asking = setInterval(askAgain, ASK_AGAIN_MS);
  document.addEventListener("visibilitychange", lookAgain);
  window.addEventListener("pageshow", wake);
  window.addEventListener("pagehide", sayGoodbye);

  return () => {
    clearInterval(asking);
    document.removeEventListener("visibilitychange", lookAgain);
    window.removeEventListener("pageshow", wake);
    window.removeEventListener("pagehide", sayGoodbye);
    sayGoodbye();
    letGo();
    channel.close();
    ignoreRuns();
    tabRuns.close();
    letGoOfTab();
    leave();
    firstAnswers.startOver();
  };
}

/** Not randomUUID, which browsers only offer over https and on localhost. */
function newTabId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}
