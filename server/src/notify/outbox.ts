import type { NotificationChannel } from "@malamar/contract/settings.ts";
import type { Notice } from "./notice.ts";

export interface Parcel {
  channel: NotificationChannel;
  notice: Notice;
}

interface Deps {
  /** Must not reject. */
  send: (parcel: Parcel) => Promise<void>;
  /** It will not be sent, because of this. */
  onLost: (parcel: Parcel, reason: string) => void;
  mostWaiting?: number;
}

/**
 * Notices in flight. Every channel has its own queue, so one that does not answer holds up no
 * other, and sends one at a time, so that they arrive in order.
 */
export function createOutbox({ send, onLost, mostWaiting = MOST_WAITING }: Deps) {
  const lines = new Map<NotificationChannel, Parcel[]>();
  const atWork = new Map<NotificationChannel, Promise<void>>();

  function lineOf(channel: NotificationChannel): Parcel[] {
    const line = lines.get(channel) ?? [];
    lines.set(channel, line);
    return line;
  }

  async function work(channel: NotificationChannel): Promise<void> {
    // The cause of the news continues first.
    await new Promise(setImmediate);
    const line = lineOf(channel);
    for (let parcel = line.shift(); parcel; parcel = line.shift()) await send(parcel);
    atWork.delete(channel);
  }

  return {
    put(parcel: Parcel): void {
      const line = lineOf(parcel.channel);
      line.push(parcel);
      if (line.length > mostWaiting) {
        onLost(line.shift()!, `More than ${mostWaiting} were waiting; the oldest was dropped`);
      }
      if (!atWork.has(parcel.channel)) atWork.set(parcel.channel, work(parcel.channel));
    },

    /** Resolves when nothing is being sent anymore. */
    async drain(): Promise<void> {
      while (atWork.size > 0) await Promise.all(atWork.values());
    },

    /** Nothing that waits is sent anymore. */
    giveUp(reason: string): void {
      for (const line of lines.values()) {
        for (const parcel of line.splice(0)) onLost(parcel, reason);
      }
    },
  };
}

/** A night's worth for a service that is down; after more than this people look at the page. */
const MOST_WAITING = 100;
