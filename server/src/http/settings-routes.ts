import { Settings, UpdateSettings } from "@malamar/contract/settings.ts";
import { Hono } from "hono";
import { z } from "zod";
import type { SettingsService } from "#domain/settings/settings-service.ts";
import { describe } from "./describe.ts";
import { jsonBody } from "./validate.ts";

export function settingsRoutes(settings: SettingsService, sendTestMail: () => Promise<void>) {
  return new Hono()
    .get(
      "/api/settings",
      describe({ summary: "Read the settings, without secrets", success: 200, returns: Settings }),
      (c) => c.json(settings.read(), 200),
    )
    .put(
      "/api/settings",
      describe({
        summary: "Change any setting; null removes a secret, leaving it out keeps it",
        success: 200,
        returns: Settings,
      }),
      jsonBody(UpdateSettings),
      (c) => c.json(settings.update(c.req.valid("json")), 200),
    )
    .post(
      "/api/settings/test-email",
      describe({
        summary: "Send a test mail with the saved settings",
        success: 200,
        returns: z.object({ success: z.literal(true) }),
      }),
      async (c) => {
        await sendTestMail();
        return c.json({ success: true } as const, 200);
      },
    );
}
