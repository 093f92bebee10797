import type { ChangeCount } from "@malamar/contract/checkpoint.ts";
import type { Run } from "@malamar/contract/run.ts";
import { ScrollText } from "lucide-react";
import { ChangeFigures } from "#components/change-figures.tsx";
import { EmptyState } from "#components/empty-state.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#components/ui/tabs.tsx";
import { WorkingDot } from "#components/working-dot.tsx";
import { cn } from "#lib/cn.ts";
import { ActivityList } from "./activity-list.tsx";
import { selectedRun } from "./run-words.logic.ts";
import { TASK_TABS, type TaskTab } from "./task-address.logic.ts";
import type { RenderChanges, RenderTranscript } from "./open-task.tsx";
import { TaskFacts } from "./task-facts.tsx";
import { StatusFacts } from "./task-header.tsx";
import type { useTaskPlace } from "./task-place.ts";
import { TimelinePanel, type TimelinePanelProps } from "./timeline-panel.tsx";

type TaskTabsProps = TimelinePanelProps & {
  /** The facts are shown next to the tabs. */
  hasFactsBeside: boolean;
  place: ReturnType<typeof useTaskPlace>;
  renderTranscript: RenderTranscript;
  renderChanges: RenderChanges;
};

const LABELS: Readonly<Record<TaskTab, string>> = {
  timeline: "Timeline",
  transcript: "Transcript",
  changes: "Changes",
  activity: "Activity",
  facts: "Facts",
};

const NO_RUNS: readonly Run[] = [];

export function TaskTabs({ place, hasFactsBeside, ...props }: TaskTabsProps) {
  const runs = props.runs ?? NO_RUNS;
  const tabs = TASK_TABS.filter((tab) => {
    if (tab === "facts") return !hasFactsBeside;
    return tab !== "changes" || mayHaveChanges(props);
  });
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
      <div className="flex shrink-0 items-center gap-x-4 border-b sm:pr-5">
        <TabsList
          aria-label="Parts of the task"
          className={cn("border-b-0 px-1 sm:px-2", !hasFactsBeside && "min-w-0 shrink flex-wrap")}
        >
          {tabs.map((tab) => (
            <TabsTrigger key={tab} value={tab} className="max-sm:px-1.5">
              {LABELS[tab]}
              {tab === "changes" && props.task.changes !== null && (
                <ChangedFigures {...props.task.changes} />
              )}
              {tab === "transcript" && isWorking && (
                <>
                  <WorkingDot />
                  <span className="sr-only">(an agent works)</span>
                </>
              )}
            </TabsTrigger>
          ))}
        </TabsList>
        {hasFactsBeside && place.tab === "changes" && (
          <span className="ml-auto min-w-0">
            <StatusFacts task={props.task} />
          </span>
        )}
      </div>
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
        value="changes"
        className="flex min-h-0 flex-1 flex-col focus-visible:-outline-offset-2 data-[state=inactive]:hidden short:h-[85dvh] short:flex-none"
      >
        {props.renderChanges({
          task: props.task,
          workspace: props.workspace,
          runs,
          scope: place.part,
          onScope: (name) => place.go("changes", name),
          onClose: () => place.go("timeline"),
        })}
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
          <TaskFacts task={props.task} workspace={props.workspace} worktree={props.worktree} />
        </TabsContent>
      )}
    </Tabs>
  );
}

/** Files of a temporary folder are not compared with anything. */
function mayHaveChanges({ task, workspace }: Pick<TaskTabsProps, "task" | "workspace">): boolean {
  if (task.changes !== null) return true;
  return workspace !== undefined && workspace.working_directory_mode !== "temp";
}

/** "12 +340 −25". */
function ChangedFigures({ files, additions, deletions }: ChangeCount) {
  return (
    <>
      <span className="text-xs tabular-nums">
        {files.toLocaleString()}
        <span className="sr-only"> {files === 1 ? "file" : "files"}</span>
      </span>
      <ChangeFigures additions={additions} deletions={deletions} className="max-sm:hidden" />
    </>
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
    selectedRunId: selectedRun(runs, place.part)?.id ?? null,
    onSelectRun: (id) => place.go("transcript", id),
    onClose: () => place.go("timeline"),
  });
}
