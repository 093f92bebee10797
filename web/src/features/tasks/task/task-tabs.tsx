import type { Run } from "@malamar/contract/run.ts";
import { ScrollText } from "lucide-react";
import { EmptyState } from "#components/empty-state.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#components/ui/tabs.tsx";
import { WorkingDot } from "#components/working-dot.tsx";
import { ActivityList } from "./activity-list.tsx";
import { selectedRun } from "./run-words.logic.ts";
import { TASK_TABS, type TaskTab } from "./task-address.logic.ts";
import type { RenderTranscript } from "./open-task.tsx";
import { TaskFacts } from "./task-facts.tsx";
import type { useTaskPlace } from "./task-place.ts";
import { TimelinePanel, type TimelinePanelProps } from "./timeline-panel.tsx";

type TaskTabsProps = TimelinePanelProps & {
  /** The facts are shown next to the tabs. */
  hasFactsBeside: boolean;
  place: ReturnType<typeof useTaskPlace>;
  renderTranscript: RenderTranscript;
};

const LABELS: Readonly<Record<TaskTab, string>> = {
  timeline: "Timeline",
  transcript: "Transcript",
  activity: "Activity",
  facts: "Facts",
};

const NO_RUNS: readonly Run[] = [];

export function TaskTabs({ place, hasFactsBeside, ...props }: TaskTabsProps) {
  const runs = props.runs ?? NO_RUNS;
  const tabs = TASK_TABS.filter((tab) => tab !== "facts" || !hasFactsBeside);
  const isWorking = runs.some((run) => run.status === "running");
  const go = (value: string) => {
    const tab = TASK_TABS.find((name) => name === value);
    if (tab !== undefined) place.go(tab);
  };
  return (
    <Tabs
      value={tabs.includes(place.tab) ? place.tab : "timeline"}
      onValueChange={go}
      className="flex min-w-0 flex-1 flex-col"
    >
      <TabsList aria-label="Parts of the task" className="flex-wrap px-1 sm:px-2">
        {tabs.map((tab) => (
          <TabsTrigger key={tab} value={tab}>
            {LABELS[tab]}
            {tab === "transcript" && isWorking && (
              <>
                <WorkingDot />
                <span className="sr-only">(an agent works)</span>
              </>
            )}
          </TabsTrigger>
        ))}
      </TabsList>
      <TabsContent
        value="timeline"
        className="flex min-h-0 flex-1 flex-col focus-visible:-outline-offset-2 data-[state=inactive]:hidden"
      >
        <TimelinePanel {...props} />
      </TabsContent>
      <TabsContent
        value="transcript"
        className="flex min-h-0 flex-1 flex-col focus-visible:-outline-offset-2 data-[state=inactive]:hidden short:h-[85dvh] short:flex-none"
      >
        <TranscriptPanel {...props} runs={runs} place={place} />
      </TabsContent>
      <TabsContent
        value="activity"
        className="min-h-0 flex-1 overflow-y-auto px-4 py-4 focus-visible:-outline-offset-2 sm:px-5"
      >
        <ActivityList taskId={props.task.id} />
      </TabsContent>
      {!hasFactsBeside && (
        <TabsContent
          value="facts"
          className="min-h-0 flex-1 overflow-y-auto px-4 py-4 focus-visible:-outline-offset-2 sm:px-5"
        >
          <TaskFacts task={props.task} workspace={props.workspace} />
        </TabsContent>
      )}
    </Tabs>
  );
}

type TranscriptPanelProps = Pick<TaskTabsProps, "place" | "renderTranscript"> & {
  runs: readonly Run[];
};

function TranscriptPanel({ runs, place, renderTranscript }: TranscriptPanelProps) {
  if (runs.length === 0) {
    return (
      <div className="p-4 sm:p-5">
        <EmptyState
          icon={ScrollText}
          title="No runs yet"
          text="What an agent does is shown here as it happens."
        />
      </div>
    );
  }
  return renderTranscript({
    runs,
    selectedRunId: selectedRun(runs, place.run)?.id ?? null,
    onSelectRun: (id) => place.go("transcript", id),
    onClose: () => place.go("timeline"),
  });
}
