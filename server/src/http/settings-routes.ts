import type { ErrorCode } from "@malamar/contract/error.ts";
import {
  Settings,
  TestNotification,
  UpdateSettings,
  type NotificationChannel,
} from "@malamar/contract/settings.ts";
import { Hono } from "hono";
import { z } from "zod";
import type { SettingsService } from "#domain/settings/settings-service.ts";
import { actorOf } from "./actor-of.ts";
import { describe, type Undescribed } from "./describe.ts";
import { jsonBody } from "./validate.ts";

/** Sends a test; what goes wrong is an error with this code. */
export type SendTest = (channel: NotificationChannel, failure: ErrorCode) => Promise<void>;

const Success = z.object({ success: z.literal(true) });

export function settingsRoutes(settingsService: SettingsService, sendTest: SendTest) {
  return new Hono<Undescribed>()
    .get(
      "/api/settings",
      describe({
        permit: { need: "see", of: "installation" },
        summary: "Read the settings, without secrets",
        success: 200,
        returns: Settings,
      }),
      (c) => c.json(settingsService.read(), 200),
    )
    .put(
      "/api/settings",
      describe({
        permit: { need: "admin", of: "installation" },
        summary: "Change any setting; null removes a secret, leaving it out keeps it",
        success: 200,
        returns: Settings,
      }),
      jsonBody(UpdateSettings),
      (c) => c.json(settingsService.update(actorOf(c), c.req.valid("json")), 200),
    )
    .post(
      "/api/settings/test-email",
      describe({
        permit: { need: "admin", of: "installation" },
        summary: "Send a test mail with the saved settings",
        success: 200,
        returns: Success,
      }),
      async (c) => {
        await sendTest("email", "EMAIL_FAILED");
        return c.json({ success: true } as const, 200);
      },
    )
    .post(
      "/api/settings/test-notification",
      describe({
        permit: { need: "admin", of: "installation" },
        summary: "Send a test notification to one channel with the saved settings",
        success: 200,
        returns: Success,
      }),
      jsonBody(TestNotification),
      async (c) => {
        await sendTest(c.req.valid("json").channel, "NOTIFICATION_FAILED");
        return c.json({ success: true } as const, 200);
      },
    );
}
