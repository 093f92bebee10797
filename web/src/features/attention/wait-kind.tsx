import type { WaitKind } from "@malamar/contract/home.ts";
import { CircleAlert, Eye, Hourglass, ShieldAlert, type LucideIcon } from "lucide-react";
import { cn } from "#lib/cn.ts";
import { KIND_LABELS } from "./attention.logic.ts";

const LOOKS: Readonly<Record<WaitKind, { icon: LucideIcon; tone: string }>> = {
  in_review: { icon: Eye, tone: "text-status-review" },
  guard: { icon: ShieldAlert, tone: "text-status-review" },
  error: { icon: CircleAlert, tone: "text-error" },
  quota: { icon: Hourglass, tone: "text-muted" },
};

/** Why something waits: an icon, a word and a colour. */
export function WaitKindLabel({ kind }: { kind: WaitKind }) {
  const { icon: Icon, tone } = LOOKS[kind];
  return (
    <span className={cn("inline-flex items-center gap-1.5 font-medium whitespace-nowrap", tone)}>
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {KIND_LABELS[kind]}
    </span>
  );
}
