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

/** The name of both the lock and the channel that the tabs of one browser share. */
const HUB = "malamar-events";

/** A leader in the background has its timers slowed down; a tab that is looked at wakes it this often. */
const ASK_AGAIN_MS = 10_000;

export type HubListener = {
  /** With the id by which it is known in the stream. */
  onEvent: (event: ServerEvent, id: string | null) => void;
  onHello: (hello: Hello) => void;
  /** Events may have been missed: everything that was loaded must be looked at again. */
  onMissed: () => void;
  onOnline: (isOnline: boolean) => void;
};

/**
 * One stream of events per browser, not per tab: browsers allow six connections to a server. The tab
 * that holds the lock leads: it has the stream and passes every event on to the others. When it goes,
 * the next one takes the lock and goes on after the last event it saw. Without locks (the page came
 * over plain http from another machine) the tabs elect their leader. The stream carries what is written
 * to the runs that any of the tabs watches.
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

  /** Only with the lock held: who hears of this tab waits for it to be let go. */
  function tellRuns() {
    if (isKnown) tell({ kind: "runs", tab, runs: watchedRuns.ids() });
  }

  function changeRuns() {
    connection?.watchRuns(runsToWatch());
    tellRuns();
  }

  function receive(raw: RawFrame) {
    // Another tab asked for it.
    if (!FRAME_TYPES.includes(raw.type)) return;
    if (raw.type === "run.transcript") return receiveTranscript(raw.data);
    const frame = parseFrame(raw);
    if (frame.type === "resync") return listener.onMissed();
    if (frame.type === "run.transcript") return;
    if (frame.type !== "hello") return listener.onEvent(frame, lastId);
    greet(frame);
    firstAnswers.begin(lastId, listener.onMissed);
    // Transcripts are not replayed: what was written while no stream was open is read from them.
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

  /** There may be thousands of them in a second: they go where they are wanted. */
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
        // What was written until now may have been passed on to others only.
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

  /** A page that the browser kept frozen has heard nothing in the meantime. */
  function wake(event: PageTransitionEvent) {
    if (!event.persisted) return;
    ask();
    tellRuns();
    listener.onMissed();
    watchedRuns.tellMissed();
  }

  /** Where a lock would tell. */
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

/** Not randomUUID, which only pages have that came over https or from this machine. */
function newTabId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}
