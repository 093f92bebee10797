import type { ChannelSettings } from "#domain/settings/settings-service.ts";
import type { ChannelSetting } from "#domain/settings/settings-store.ts";
import type { Notice } from "./notice.ts";

/** A service that sends notifications to a person. One file each, listed in channels.ts. */
export interface Channel {
  /** The service, as messages name it. */
  label: string;
  /** Without these it is not set up, and nothing is sent. */
  needs: readonly ChannelSetting[];
  /** The one request that sends it; made at the moment of sending. */
  request: (notice: Notice, settings: ChannelSettings, now: string) => Outgoing;
  /** What is wrong with a success response, for a service that we can tell from a stranger. */
  problemOf?: (answerText: string) => string | null;
}

export interface Outgoing {
  url: string;
  headers: Record<string, string>;
  body: string | FormData;
  /** Texts and addresses that must not appear in a log or an answer. */
  secrets: readonly string[];
}

export const JSON_TYPE = { "Content-Type": "application/json" } as const;
