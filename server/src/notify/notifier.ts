import type { ErrorCode } from "@malamar/contract/error.ts";
import { NotificationChannel } from "@malamar/contract/settings.ts";
import type { SettingsService } from "#domain/settings/settings-service.ts";
import type { EventBus } from "#events/event-bus.ts";
import { AppError, messageOf } from "#lib/app-error.ts";
import type { Logger } from "#lib/logger.ts";
import { CHANNELS } from "./channels.ts";
import { deliver, type Delivery, type DeliveryDeps } from "./deliver.ts";
import { taskNotice, TEST_MAIL, TEST_MESSAGE, testNotice, type Notice } from "./notice.ts";
import { createOutbox, type Parcel } from "./outbox.ts";
import { createTaskNews, type NewsDeps } from "./task-news.ts";

interface Deps extends NewsDeps, DeliveryDeps {
  bus: EventBus;
  settingsService: Pick<SettingsService, "channelSettings">;
  /** Where the page is. */
  address: () => string;
  logger: Logger;
}

/** A stop may take 3 seconds for the processes of agents; this is over by then. */
const GRACE_MS = 2000;

/** Notifies the person wherever they are. Nothing waits for it, and failures are only logged. */
export function createNotifier(deps: Deps) {
  const { bus, settingsService, timers, clock, address, logger } = deps;
  const newsIn = createTaskNews(deps);
  const stopping = new AbortController();
  const stop = stopping.signal;
  const outbox = createOutbox({ send, onLost: reportLost });

  const unsubscribe = bus.subscribe(({ event }) => {
    const news = newsIn(event);
    if (!news) return;
    const notice = taskNotice(news, address(), clock());
    for (const channel of NotificationChannel.options) {
      if (missingFor(channel).length === 0) outbox.put({ channel, notice });
    }
  });

  return {
    isSetUp: (channel: NotificationChannel): boolean => missingFor(channel).length === 0,

    /** Sends a test with the saved settings, and says what went wrong. */
    async test(channel: NotificationChannel, failure: ErrorCode): Promise<void> {
      const { label } = CHANNELS[channel];
      const missing = missingFor(channel).join(", ");
      if (missing) {
        throw new AppError("VALIDATION_ERROR", `${label} is not set up yet; missing: ${missing}`);
      }
      const words = channel === "email" ? TEST_MAIL : TEST_MESSAGE;
      const delivery = await attempt(channel, testNotice(words, clock()));
      if (!delivery.isTaken) throw new AppError(failure, `${label} error: ${delivery.reason}`);
    },

    /** Resolves when nothing is being sent anymore. */
    drain: () => outbox.drain(),

    /** Active deliveries have a moment left. */
    async stop(): Promise<void> {
      unsubscribe();
      const callOff = timers.after(GRACE_MS, giveUp);
      await outbox.drain();
      callOff();
      giveUp();
    },
  };

  function giveUp(): void {
    outbox.giveUp(STOPPING);
    stopping.abort(new Error(STOPPING));
  }

  function missingFor(channel: NotificationChannel) {
    const value = settingsService.channelSettings();
    return CHANNELS[channel].needs.filter((key) => value(key) === "");
  }

  function attempt(channel: NotificationChannel, notice: Notice): Promise<Delivery> {
    const values = settingsService.channelSettings();
    return deliver(CHANNELS[channel], notice, values, { clock, timers, stop });
  }

  async function send(parcel: Parcel): Promise<void> {
    const { channel, notice } = parcel;
    try {
      // Someone may have removed the channel while it waited.
      if (missingFor(channel).length > 0) return;
      const first = await attempt(channel, notice);
      const isAsked = await isAskedAgain(parcel, first);
      const delivery = isAsked ? await attempt(channel, notice) : first;
      if (!delivery.isTaken) return reportLost(parcel, delivery.reason);
      logger.debug("A notification was sent", contextOf(parcel));
    } catch (error) {
      reportLost(parcel, messageOf(error));
    }
  }

  /** A service with a rate limit says when to try again. */
  async function isAskedAgain(parcel: Parcel, delivery: Delivery): Promise<boolean> {
    if (delivery.isTaken || delivery.retryAfterMs === null || stop.aborted) return false;
    const { retryAfterMs } = delivery;
    logger.debug("A notification has to wait", { ...contextOf(parcel), ms: retryAfterMs });
    const { promise: isOver, resolve } = Promise.withResolvers<void>();
    const goOn = () => resolve();
    const callOff = timers.after(retryAfterMs, goOn);
    stop.addEventListener("abort", goOn);
    await isOver;
    stop.removeEventListener("abort", goOn);
    callOff();
    return !stop.aborted;
  }

  function reportLost(parcel: Parcel, reason: string): void {
    logger.error("A notification was not sent", { ...contextOf(parcel), reason });
  }
}

const STOPPING = "Malamar is stopping";

function contextOf({ channel, notice }: Parcel) {
  return { channel, event: notice.event, task_id: notice.news?.task.id, delivery: notice.id };
}
