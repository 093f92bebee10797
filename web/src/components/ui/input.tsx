import type { ComponentProps } from "react";
import { cn } from "#lib/cn.ts";

export const fieldClass =
  "w-full rounded-md border border-input bg-card px-2.5 text-base text-foreground transition-colors duration-[120ms] aria-invalid:border-error focus-visible:outline-offset-0 pointer-coarse:text-touch";

export function Input({ className, type = "text", ...props }: ComponentProps<"input">) {
  return (
    <input
      data-slot="input"
      type={type}
      className={cn(fieldClass, "h-8 pointer-coarse:h-11", className)}
      {...props}
    />
  );
}

/** For text that programs read verbatim: no autocomplete, capitals or spell check. */
export function CodeInput({ className, ...props }: ComponentProps<"input">) {
  return (
    <Input
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      className={cn("font-mono", className)}
      {...props}
    />
  );
}

export function Textarea({ className, ...props }: ComponentProps<"textarea">) {
  return (
    <textarea
      data-slot="textarea"
      className={cn(fieldClass, "block min-h-20 resize-y py-1.5 leading-normal", className)}
      {...props}
    />
  );
}
