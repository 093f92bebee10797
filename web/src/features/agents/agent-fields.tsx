import type { CliHealth } from "@malamar/contract/cli.ts";
import { CLIS, DEMO_CLI } from "@malamar/contract/plain/cli.ts";
import { Code } from "lucide-react";
import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { CliHealthLabel } from "#components/cli-health-label.tsx";
import { Field } from "#components/field.tsx";
import { RadioCard } from "#components/radio-card.tsx";
import { Button } from "#components/ui/button.tsx";
import { CodeInput, Input, Textarea } from "#components/ui/input.tsx";
import { cn } from "#lib/cn.ts";
import type { AgentFormInput, AgentFormOutput } from "./agent-form.logic.ts";

type Form = UseFormReturn<AgentFormInput, unknown, AgentFormOutput>;
type AgentFieldsProps = { form: Form; clis: readonly CliHealth[] };

export function AgentFields({ form, clis }: AgentFieldsProps) {
  const { register } = form;
  const { errors, defaultValues } = form.formState;
  const isDemoOffered =
    defaultValues?.cli_type === DEMO_CLI.type || clis.some((cli) => cli.cli_type === DEMO_CLI.type);
  return (
    <>
      <Field label="Name" error={errors.name?.message}>
        {(field) => <Input {...field} {...register("name")} required autoComplete="off" />}
      </Field>
      <InstructionField form={form} />
      <fieldset className="space-y-1.5">
        <legend className="mb-1.5 font-medium">CLI</legend>
        <div className="grid gap-2 sm:grid-cols-2">
          {[...CLIS, ...(isDemoOffered ? [DEMO_CLI] : [])].map(({ type, label }) => {
            const health = clis.find((cli) => cli.cli_type === type);
            return (
              <RadioCard key={type} label={label} value={type} {...register("cli_type")}>
                <span className="mt-0.5 flex flex-wrap gap-x-2">
                  <CliHealthLabel health={health} />
                  <span className="text-sm wrap-any text-muted">{health?.version}</span>
                </span>
                <span className="line-clamp-3 text-sm wrap-any text-muted">{health?.error}</span>
              </RadioCard>
            );
          })}
        </div>
      </fieldset>
      <Field
        label="Model"
        isOptional
        hint="Passed to the CLI as is. Leave it empty to let the CLI choose."
        error={errors.model?.message}
      >
        {(field) => <CodeInput {...field} {...register("model")} />}
      </Field>
    </>
  );
}

function InstructionField({ form }: { form: Form }) {
  const [isMono, setIsMono] = useState(false);
  return (
    <Field
      label="Instruction"
      error={form.formState.errors.instruction?.message}
      aside={
        <Button
          variant="ghost"
          size="small"
          aria-pressed={isMono}
          className="-my-1 aria-pressed:bg-hover aria-pressed:text-foreground"
          onClick={() => setIsMono(!isMono)}
        >
          <Code aria-hidden />
          Monospace
        </Button>
      }
    >
      {(field) => (
        <Textarea
          {...field}
          {...form.register("instruction")}
          required
          rows={12}
          className={cn(isMono && "font-mono")}
        />
      )}
    </Field>
  );
}
