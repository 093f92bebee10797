import type { Settings } from "@malamar/contract/settings.ts";
import { Disclosure } from "#components/disclosure.tsx";
import { ServerForm } from "#components/server-form.tsx";
import { useSaveSettings, useTestNotification } from "#features/settings/mutations.ts";
import { RemoveButton } from "#features/settings/remove-button.tsx";
import { useServerForm } from "#lib/server-form.ts";
import { toast } from "#lib/toast.ts";
import { ChannelFields } from "./channel-fields.tsx";
import { ChannelStateLabel } from "./channel-state-label.tsx";
import {
  changedChannel,
  channelSchema,
  channelState,
  channelValues,
  withoutChannel,
  type Channel,
} from "./channels.logic.ts";
import { TestChannel } from "./test-channel.tsx";

type ChannelCardProps = { channel: Channel; settings: Settings };

/** A notification channel: its state, its settings and a test. */
export function ChannelCard({ channel, settings }: ChannelCardProps) {
  const { save } = useSaveSettings();
  const test = useTestNotification(channel.type);
  const { form, saving } = useServerForm({
    schema: channelSchema(channel),
    current: channelValues(channel, settings),
    save: async (values, changed) => {
      const saved = await save(changedChannel(values, changed));
      // The result of a test with other settings no longer applies.
      test.reset();
      toast.success(`${channel.label} saved`);
      return channelValues(channel, saved);
    },
  });
  const state = channelState(channel, settings);
  return (
    <li
      aria-label={channel.label}
      data-commands={channel.label}
      className="rounded-md border bg-card"
    >
      <Disclosure
        summary={
          <span className="flex flex-1 flex-wrap items-center justify-between gap-x-3">
            <h3 className="leading-normal">{channel.label}</h3>
            {saving.isDirty && <span className="sr-only">, not saved</span>}
            <ChannelStateLabel state={state} />
          </span>
        }
      >
        <ServerForm label={channel.label} saving={saving} barClassName="rounded-b-md px-3">
          <div className="space-y-4 px-3 pt-1 pb-3">
            <p className="text-sm text-muted">{channel.text}</p>
            <ChannelFields form={form} channel={channel} settings={settings} />
            {state.kind !== "none" && (
              <div className="flex flex-wrap items-start justify-between gap-2">
                {state.kind === "ready" && (
                  <TestChannel test={test} taker={channel.taker} isUnsaved={saving.isDirty} />
                )}
                <RemoveButton
                  what={channel.label}
                  text={
                    <p>
                      Malamar stops sending there and deletes its secrets. This can't be undone.
                    </p>
                  }
                  change={withoutChannel(channel)}
                  onRemoved={() => test.reset()}
                />
              </div>
            )}
          </div>
        </ServerForm>
      </Disclosure>
    </li>
  );
}
