import { cva, type VariantProps } from "class-variance-authority";
import { Slot } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "#lib/cn.ts";

const buttonVariants = cva(
  "hit-area inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border border-transparent font-medium whitespace-nowrap transition-colors duration-[120ms] select-none aria-disabled:cursor-not-allowed aria-disabled:opacity-55 contrast-more:aria-disabled:opacity-75 [&_svg]:size-4 [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        primary: "bg-primary text-on-primary hover:bg-primary-hover",
        secondary: "border-input bg-card text-foreground hover:bg-hover",
        ghost: "text-muted hover:bg-hover hover:text-foreground",
        danger: "bg-error text-on-error hover:brightness-90",
      },
      size: {
        default: "h-8 px-3 pointer-coarse:h-11",
        small: "h-7 px-2 text-sm",
        icon: "size-8",
      },
    },
    defaultVariants: { variant: "secondary", size: "default" },
  },
);

export type ButtonProps = ComponentProps<"button"> &
  VariantProps<typeof buttonVariants> & {
    /** Renders its only child, for example a link, as a button. */
    asChild?: boolean;
  };

export function Button({ className, variant, size, asChild = false, ...props }: ButtonProps) {
  const Component = asChild ? Slot.Root : "button";
  return (
    <Component
      data-slot="button"
      type={asChild ? undefined : "button"}
      className={cn(buttonVariants({ variant, size }), className)}
      {...props}
    />
  );
}
