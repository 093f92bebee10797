import type { Home } from "@malamar/contract/home.ts";
import { Link } from "react-router";
import { RelativeTime } from "#components/relative-time.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { cn } from "#lib/cn.ts";
import { figuresOf, type Figure } from "./summary.logic.ts";

type SummaryLineProps = {
  home: Home | undefined;
  /** This is not the first visit. */
  isReturning: boolean;
};

const cellClass = "flex min-w-0 flex-col px-2 py-1.5 sm:px-3";

/**
 * What happened since the last visit, in one line. It reserves its space until the data arrives.
 */
export function SummaryLine({ home, isReturning }: SummaryLineProps) {
  return (
    <section aria-labelledby="since-heading" className="space-y-1.5">
      <h2 id="since-heading" className="text-sm text-muted">
        {isReturning && home !== undefined ? (
          <>
            Since you were last here, <RelativeTime iso={home.since} />
          </>
        ) : (
          <>{isReturning ? "Since you were last here" : "In the last 12 hours"}</>
        )}
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,3.5rem),1fr))] divide-x overflow-hidden rounded-md border bg-card">
        {home === undefined
          ? WORDS.map((word) => (
              <li key={word} className={cellClass}>
                <Skeleton className="my-1.5 h-4 w-8" />
                <span className="truncate text-sm text-muted">{word}</span>
              </li>
            ))
          : figuresOf(home.counts).map((figure) => <FigureCell key={figure.word} {...figure} />)}
      </ul>
    </section>
  );
}

const WORDS = ["ready", "stopped", "failed", "running", "spent"];

function FigureCell({ name, figure, word, to }: Figure) {
  const content = (
    <>
      <span className="sr-only">{name}</span>
      <span
        aria-hidden
        className={cn(
          "truncate text-xl leading-7 font-semibold tabular-nums",
          to === null && "text-muted",
        )}
      >
        {figure}
      </span>
      <span aria-hidden className="truncate text-sm text-muted">
        {word}
      </span>
    </>
  );
  if (to === null) return <li className={cellClass}>{content}</li>;
  return (
    <li className="flex">
      <Link
        to={to}
        className={cn(
          cellClass,
          "flex-1 transition-colors duration-[120ms] hover:bg-hover focus-visible:-outline-offset-2",
        )}
      >
        {content}
      </Link>
    </li>
  );
}
