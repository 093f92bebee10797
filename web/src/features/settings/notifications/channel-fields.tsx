import type { Settings } from "@malamar/contract/settings.ts";
import type { UseFormReturn } from "react-hook-form";
import { Field } from "#components/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { RemoveButton } from "#features/settings/remove-button.tsx";
import { SecretInput } from "#features/settings/secret-input.tsx";
import { SetLabel } from "#features/settings/set-label.tsx";
import { isSet, type Channel, type ChannelField, type ChannelForm } from "./channels.logic.ts";

type ChannelFieldsProps = {
  form: UseFormReturn<ChannelForm, unknown, Record<string, unknown>>;
  channel: Channel;
  settings: Settings;
};

export function ChannelFields({ form, channel, settings }: ChannelFieldsProps) {
  return channel.fields.map((each) => {
    const isSecretSet = each.isSecret === true && isSet(settings, each.name);
    return (
      <Field
        key={each.name}
        label={each.label}
        {...(each.isOptional === true && { isOptional: true })}
        {...(each.hint !== undefined && { hint: each.hint })}
        error={form.formState.errors[each.name]?.message}
        aside={isSecretSet && <SetSecret field={each} channel={channel} />}
      >
        {(control) => {
          const props = { ...control, ...form.register(each.name) };
          if (each.isSecret !== true) {
            return <Input {...props} autoComplete="off" placeholder={each.placeholder} />;
          }
          const placeholder = isSecretSet ? "Type a new one to replace it" : each.placeholder;
          return <SecretInput {...props} placeholder={placeholder} />;
        }}
      </Field>
    );
  });
}

/** A required secret is removed together with the channel. */
function SetSecret({ field, channel }: { field: ChannelField; channel: Channel }) {
  const what = `the ${field.label.toLowerCase()} of ${channel.label}`;
  return (
    <span className="inline-flex items-center gap-2">
      <SetLabel />
      {field.isOptional === true && (
        <RemoveButton
          what={what}
          text={<p>This can't be undone.</p>}
          change={{ [field.name]: null }}
        />
      )}
    </span>
  );
}
