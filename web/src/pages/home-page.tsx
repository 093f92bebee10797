import type { Home } from "@malamar/contract/home.ts";
import { useEffect } from "react";
import { useLocation, useSearchParams } from "react-router";
import { AgentEngines, useAgentEngines } from "#components/agent-engines.ts";
import { ErrorState } from "#components/error-state.tsx";
import { PageHeader } from "#components/page-header.tsx";
import { Page } from "#components/page.tsx";
import { kindFrom } from "#features/attention/attention.logic.ts";
import { NeedsYou } from "#features/attention/needs-you.tsx";
import { CostBars } from "#features/home/cost-bars.tsx";
import { HoldAction } from "#features/home/hold-action.tsx";
import { HomeSkeleton } from "#features/home/home-skeleton.tsx";
import { useHome } from "#features/home/queries.ts";
import { ReviewActions } from "#features/home/review-actions.tsx";
import { RunningNow } from "#features/home/running-now.tsx";
import { SummaryLine } from "#features/home/summary-line.tsx";
import { useVisit } from "#features/home/use-visit.ts";
import { changeListParams, readListParams } from "#features/workspaces/list-params.logic.ts";
import { WorkspaceBrowser } from "#features/workspaces/workspace-browser.tsx";
import { useDocumentTitle } from "#lib/document-title.ts";
import { FirstSteps, useIsHealthKnown } from "./first-steps.tsx";

/** What happened, what waits, what is running, and links to everything else. */
export function HomePage() {
  useDocumentTitle("Home");
  const since = useVisit();
  const { data: home, error, refetch } = useHome(since);
  const isHealthKnown = useIsHealthKnown();
  const engines = useAgentEngines(home?.agents);
  return (
    <>
      <PageHeader title={<h1 className="text-lg font-semibold">Home</h1>} />
      <Page>
        <SummaryLine home={home} isReturning={since !== null} />
        {home === undefined && error !== null && (
          <ErrorState
            title="The home page could not be loaded"
            error={error}
            onRetry={() => void refetch()}
          />
        )}
        {error === null && (home === undefined || !isHealthKnown) && <HomeSkeleton />}
        {/* All parts at once, so that nothing moves when the next one arrives. */}
        {home !== undefined && isHealthKnown && (
          <AgentEngines value={engines}>
            <HomeParts home={home} />
          </AgentEngines>
        )}
      </Page>
    </>
  );
}

/** Scrolls to the part in the address and starts the tab order there. */
function ShowPart({ hash }: { hash: string }) {
  useEffect(() => {
    const part = hash === "" ? null : document.getElementById(hash.slice(1));
    part?.scrollIntoView();
    part?.focus({ preventScroll: true });
  }, [hash]);
  return null;
}

function HomeParts({ home }: { home: Home }) {
  // Each click on a link to a part has its own key, so it scrolls again.
  const { hash, key } = useLocation();
  const [search, setSearch] = useSearchParams();
  const hasDemo = home.workspaces.some(({ is_demo }) => is_demo);
  return (
    <>
      <ShowPart key={key} hash={hash} />
      {!hasDemo && <FirstSteps hasDemo={false} />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-5 lg:has-[>#costs]:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="min-w-0 space-y-5">
          <NeedsYou
            {...home.attention}
            kind={kindFrom(search.get("needs"))}
            onKind={(kind) =>
              setSearch((current) => withNeeds(current, kind), {
                replace: true,
                preventScrollReset: true,
              })
            }
            renderActions={(item) =>
              item.reason === "in_review" ? (
                <ReviewActions item={item} />
              ) : (
                <HoldAction item={item} />
              )
            }
          />
          <RunningNow tasks={home.running} count={home.counts.running} />
          {hasDemo && <FirstSteps hasDemo />}
          <WorkspaceBrowser
            params={readListParams(search)}
            recent={home.workspaces}
            onChange={(change) =>
              setSearch((current) => changeListParams(current, change), { replace: true })
            }
          />
        </div>
        <CostBars costs={home.costs} />
      </div>
    </>
  );
}

function withNeeds(search: URLSearchParams, kind: string | null): URLSearchParams {
  const next = new URLSearchParams(search);
  if (kind === null) next.delete("needs");
  else next.set("needs", kind);
  return next;
}
