import { z } from "zod";
import { InstalledCliType } from "./cli.ts";
import { NotificationChannel } from "./settings.ts";

/**
 * What came with another installation's backup and stays off until a person has reviewed it. Paths
 * and hosts are shown, so that a person can judge them; secrets never are.
 */
export const Restored = z.object({
  /** Whether something waits for a person's decision; if not, the lists are empty. */
  is_waiting: z.boolean(),
  restored_at: z.iso.datetime().nullable(),
  programs: z.array(z.object({ cli_type: InstalledCliType, binary_path: z.string() })),
  /** By their names alone. */
  variables: z.array(z.object({ cli_type: InstalledCliType, names: z.array(z.string()) })),
  channels: z.array(
    z.object({
      channel: NotificationChannel,
      /** Where it sends to; null when it has no address yet. */
      host: z.string().nullable(),
      /** Who gets the mail. */
      recipient: z.string().nullable(),
    }),
  ),
});
export type Restored = z.infer<typeof Restored>;
