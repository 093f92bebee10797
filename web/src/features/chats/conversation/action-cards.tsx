import type { ChatActionRecord } from "@malamar/contract/chat.ts";
import type { WorkspaceId } from "@malamar/contract/ids.ts";
import { ArrowUpRight, ChevronRight, CircleCheck, CircleX } from "lucide-react";
import { useId, useState } from "react";
import { Link } from "react-router";
import { FoldedPlainText } from "#components/folded-text.tsx";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#lib/cn.ts";
import { actionCards, type ActionCard } from "./actions.logic.ts";

type ActionCardsProps = { actions: readonly ChatActionRecord[]; workspaceId: WorkspaceId };

/** What an agent did, or tried to do, in the workspace along with its answer. */
export function ActionCards({ actions, workspaceId }: ActionCardsProps) {
  const cards = actionCards(actions, workspaceId);
  if (cards.length === 0) return null;
  return (
    <ul aria-label="Actions" className="space-y-1.5">
      {cards.map((card, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- cards never change or move
        <Card key={index} card={card} />
      ))}
    </ul>
  );
}

function Card({ card }: { card: ActionCard }) {
  const [isOpen, setIsOpen] = useState(false);
  const detailsId = useId();
  const Icon = card.isDone ? CircleCheck : CircleX;
  return (
    <li className="rounded-md border bg-card px-3 py-1.5">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <p className="flex min-w-0 flex-1 basis-52 items-start gap-2 wrap-any">
          <Icon
            aria-hidden
            className={cn(
              "mt-0.5 size-3.5 shrink-0",
              card.isDone ? "text-status-done" : "text-error",
            )}
          />
          <span className="line-clamp-3 min-w-0">
            {card.reason === null ? card.label : `${card.label}: failed. ${card.reason}`}
          </span>
        </p>
        <span className="flex gap-1">
          {card.details.length > 0 && (
            <Button
              variant="ghost"
              size="small"
              aria-expanded={isOpen}
              aria-controls={isOpen ? detailsId : undefined}
              onClick={() => setIsOpen(!isOpen)}
            >
              <ChevronRight
                aria-hidden
                className={cn("transition-transform", isOpen && "rotate-90")}
              />
              Details
            </Button>
          )}
          {card.link !== null && (
            <Button asChild size="small">
              <Link to={card.link.to}>
                {card.link.label}
                <ArrowUpRight aria-hidden />
              </Link>
            </Button>
          )}
        </span>
      </div>
      {isOpen && (
        <dl id={detailsId} className="mt-1.5 space-y-1.5 border-t pt-1.5 text-sm">
          {card.details.map(({ name, text }) => (
            <div key={name}>
              <dt className="font-mono text-xs wrap-any text-muted">{name}</dt>
              <dd>
                <FoldedPlainText text={text} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}
