import type { SearchResult } from "@malamar/contract/search.ts";
import { STATUS_LABELS } from "@malamar/contract/plain/task.ts";
import { FolderKanban, MessagesSquare, SquareCheck, type LucideIcon } from "lucide-react";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { readListParams } from "#features/workspaces/list-params.logic.ts";
import { useWorkspaces } from "#features/workspaces/queries.ts";
import { useSearch } from "#features/search/queries.ts";
import { shortened } from "#lib/short-text.logic.ts";
import type { PaletteItem } from "./palette-item.ts";
import { resultPath, stillFound } from "./palette.logic.ts";
import { recentThings, rememberThing } from "./recent-things.ts";

/** Long enough to avoid a request for every letter, short enough to feel immediate. */
const TYPING_PAUSE_MS = 120;

/** No row is wider than this. */
const MAX_SHOWN = 200;

/** The number of workspaces listed before the user types. */
const MOST_WORKSPACES = 5;

const ICONS: Readonly<Record<SearchResult["type"], LucideIcon>> = {
  workspace: FolderKanban,
  task: SquareCheck,
  chat: MessagesSquare,
};

const GROUPS: Readonly<Record<SearchResult["type"], string>> = {
  workspace: "Workspaces",
  task: "Tasks",
  chat: "Chats",
};

/** Workspaces, tasks and chats: search results, or the recent ones. */
export function useThings(text: string): { items: PaletteItem[]; isSearching: boolean } {
  const navigate = useNavigate();
  const wanted = text.trim();
  const asked = usePaused(wanted);
  const { data: results = [], isFetching } = useSearch(asked);
  const { data: workspaces = [] } = useWorkspaces(readListParams(new URLSearchParams()));
  const [recent] = useState(recentThings);

  const itemOf = (thing: SearchResult, group: string): PaletteItem => ({
    id: thing.id,
    group,
    label: shortened(thing.title, MAX_SHOWN),
    icon: ICONS[thing.type],
    // The heading already says that these rows are workspaces.
    ...(group !== GROUPS.workspace && { context: contextOf(thing) }),
    run: () => {
      rememberThing(thing);
      void navigate(resultPath(thing));
    },
  });
  if (wanted !== "") {
    const found = stillFound(results, wanted).map((thing) => itemOf(thing, GROUPS[thing.type]));
    return { items: found, isSearching: isFetching || asked !== wanted };
  }
  const isRecent = (id: string) => recent.some((thing) => thing.id === id);
  const others = workspaces.filter(({ id }) => !isRecent(id)).slice(0, MOST_WORKSPACES);
  return {
    isSearching: false,
    items: [
      ...recent.map((thing) => itemOf(thing, "Recent")),
      ...others.map(({ id, title }) => itemOf(workspaceThing(id, title), GROUPS.workspace)),
    ],
  };
}

function workspaceThing(id: SearchResult["workspace_id"], title: string): SearchResult {
  return { type: "workspace", id, title, workspace_id: id, workspace_title: title, status: null };
}

function contextOf({ type, status, workspace_title }: SearchResult): string {
  if (type === "workspace") return "Workspace";
  const place = shortened(workspace_title, MAX_SHOWN);
  return status === null ? place : `${STATUS_LABELS[status]} · ${place}`;
}

/** The text after a pause in typing. An empty text comes through at once. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return text === "" ? "" : paused;
}
