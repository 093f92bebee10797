import type { Home, HomeAttention, HomeRunning } from "@malamar/contract/home.ts";
import type { AgentId } from "@malamar/contract/ids.ts";
import { countWaits } from "@malamar/contract/plain/home.ts";
import type { AttentionItem } from "@malamar/contract/task.ts";
import type { TaskService } from "#domain/task/task-service.ts";
import type { WorkspaceStore } from "#domain/workspace/workspace-store.ts";
import { DAY_MS, later, type Clock } from "#lib/clock.ts";
import { costsOf } from "./costs.ts";
import type { HomeStore } from "./home-store.ts";
import { countNews } from "./wait-counts.ts";

interface Deps {
  homeStore: HomeStore;
  taskService: Pick<TaskService, "attention">;
  workspaceStore: WorkspaceStore;
  clock: Clock;
}

/** The default start of the period: a night. */
const FIRST_LOOK_MS = DAY_MS / 2;

const COST_MS = 7 * DAY_MS;

/** More than a screen has room for; what is read again with every event must stay small. */
const MOST_ROWS = 50;

/** What the home page shows: what happened, what waits, what is running, and what it cost. */
export function createHome({ homeStore, taskService, workspaceStore, clock }: Deps) {
  return (asked?: string): Home => {
    const now = clock();
    const since = later(asked ?? now, asked === undefined ? -FIRST_LOOK_MS : 0);
    const waiting = taskService.attention();
    const running = homeStore.running();
    const items = waiting.filter((item) => item.since >= since);
    const movedByPeople = homeStore.movedByPeople(items.map(({ task_id }) => task_id));
    const longest = withWords(waiting.slice(0, MOST_ROWS));
    const atWork = running.slice(0, MOST_ROWS);
    const costs = costsOf(homeStore.usage(later(now, -COST_MS)));
    return {
      since,
      counts: {
        ...countNews({ items, movedByPeople }),
        running: running.length,
        ...homeStore.costSince(since),
      },
      attention: {
        counts: countWaits(waiting),
        items: longest,
      },
      running: atWork,
      workspaces: workspaceStore.list("-last_activity_at", {}).map((workspace) => ({
        id: workspace.id,
        title: workspace.title,
        is_paused: workspace.is_paused,
        is_demo: workspace.is_demo,
        agent_count: workspace.agent_count,
        todo_count: workspace.todo_count,
        in_progress_count: workspace.in_progress_count,
        in_review_count: workspace.in_review_count,
        last_activity_at: workspace.last_activity_at,
      })),
      costs,
      agents: homeStore.engines(agentsIn(longest, atWork, costs)),
    };
  };

  function withWords(items: readonly AttentionItem[]): HomeAttention[] {
    const words = new Map(
      homeStore.words(items.map(({ task_id }) => task_id)).map((word) => [word.id, word]),
    );
    return items.flatMap((item) => {
      const word = words.get(item.task_id);
      return word ? [{ ...item, task_number: word.number, said: word.said }] : [];
    });
  }
}

export type ReadHome = ReturnType<typeof createHome>;

/** Those that have a face on the page. */
function agentsIn(
  waiting: readonly HomeAttention[],
  running: readonly HomeRunning[],
  costs: Home["costs"],
): Set<AgentId> {
  const ids = [
    ...waiting.map(({ said }) => said?.agent_id),
    ...running.map(({ team }) => team.find(({ outcome }) => outcome === "running")?.agent_id),
    ...costs.agents.map(({ agent_id }) => agent_id),
  ];
  return new Set(ids.filter((id) => id != null));
}
