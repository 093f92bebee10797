import type { Settings } from "@malamar/contract/settings.ts";
import { ChannelCard } from "./channel-card.tsx";
import { CHANNELS } from "./channels.logic.ts";
import { NotificationDefaults } from "./notification-defaults.tsx";

export function NotificationSettings({ settings }: { settings: Settings }) {
  return (
    <>
      <ul className="space-y-2">
        {CHANNELS.map((channel) => (
          <ChannelCard key={channel.type} channel={channel} settings={settings} />
        ))}
      </ul>
      <NotificationDefaults settings={settings} />
    </>
  );
}
