import { isTaskStatus } from "@malamar/contract/plain/task.ts";
import type { TaskStatus } from "@malamar/contract/task.ts";
import { CLICK_PX, dropKind, gapAt, indexAt, scrollStep } from "./drag.logic.ts";

export type Drop =
  | { kind: "place"; taskId: string; index: number }
  | { kind: "move"; taskId: string; status: TaskStatus };

/**
 * Drags cards with a mouse or a pen: within Todo to a new position, and to the columns that the
 * buttons allow. Touch scrolls instead; there, and on keyboards, the menu and the keys do the same.
 * It uses plain events, because rows are virtualized and only one is ever dragged.
 */
export function letCardsBeDragged(
  board: HTMLElement,
  onDrop: (drop: Drop) => void,
  signal: AbortSignal,
) {
  board.dataset["drag"] = "ready";
  board.addEventListener(
    "pointerdown",
    (press) => {
      const card = press.target instanceof Element && press.target.closest("[data-task-id]");
      const isDraggable = press.button === 0 && press.pointerType !== "touch" && !press.shiftKey;
      if (card instanceof HTMLElement && isDraggable) follow(press, card, onDrop, signal);
    },
    { signal },
  );
}

function follow(
  press: PointerEvent,
  card: HTMLElement,
  onDrop: (drop: Drop) => void,
  boardGone: AbortSignal,
) {
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, boardGone]);
  let drag: ReturnType<typeof beginDrag> | null = null;

  window.addEventListener(
    "pointermove",
    (event) => {
      const way = Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY);
      if (drag === null && way < CLICK_PX) return;
      drag ??= beginDrag(press, card, signal);
      drag.to(event.clientX, event.clientY);
    },
    { signal },
  );
  const end = (isDropped: boolean) => {
    const drop = isDropped ? drag?.drop() : null;
    if (drag !== null) swallowClick();
    over.abort();
    if (drop) onDrop(drop);
  };
  window.addEventListener("pointerup", () => end(true), { signal });
  window.addEventListener("pointercancel", () => end(false), { signal });
  window.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || drag === null) return;
      event.preventDefault();
      event.stopPropagation();
      end(false);
    },
    { signal, capture: true },
  );
}

function beginDrag(press: PointerEvent, card: HTMLElement, signal: AbortSignal) {
  const ghost = ghostOf(card);
  const line = document.createElement("div");
  line.className = "pointer-events-none fixed z-50 h-0.5 rounded-sm bg-primary";
  const from = statusAt(card);
  const fromIndex = Number(card.closest("li")?.dataset["index"]);
  const taskId = card.dataset["taskId"] ?? "";
  let target: Drop | null = null;
  let at = { x: press.clientX, y: press.clientY };
  let marked: HTMLElement | null = null;
  document.body.append(ghost);
  document.body.classList.add("cursor-grabbing");
  card.classList.add("opacity-40");
  let frame = requestAnimationFrame(scroll);
  signal.addEventListener("abort", () => {
    cancelAnimationFrame(frame);
    mark(null);
    ghost.remove();
    line.remove();
    card.classList.remove("opacity-40");
    document.body.classList.remove("cursor-grabbing");
  });

  function mark(column: HTMLElement | null) {
    marked?.removeAttribute("data-drop");
    column?.setAttribute("data-drop", "");
    marked = column;
  }

  function scroll() {
    frame = requestAnimationFrame(scroll);
    const list = columnAt(at)?.querySelector("[data-slot=card-list]");
    const step = list ? scrollStep(at.y, list.getBoundingClientRect()) : 0;
    if (step === 0) return;
    list?.scrollBy(0, step);
    look();
  }

  function look() {
    const column = columnAt(at);
    const to = column && statusAt(column);
    const kind = from === null ? null : dropKind(from, to);
    target = null;
    line.remove();
    mark(kind === null ? null : column);
    if (kind === "move" && to !== null) target = { kind, taskId, status: to };
    if (kind === "place" && column !== null) target = placeIn(column);
  }

  function placeIn(column: HTMLElement): Drop {
    const rows = rowsOf(column);
    const gap = gapAt(rows, at.y);
    const below = rows.find(({ index }) => index === gap);
    const last = rows.at(-1);
    const { left = 0, width = 0 } = (below ?? last)?.box ?? {};
    const y = below ? below.top - 4 : (last?.top ?? 0) + (last?.height ?? 0) + 2;
    Object.assign(line.style, { left: `${left}px`, width: `${width}px`, top: `${y}px` });
    document.body.append(line);
    return { kind: "place", taskId, index: indexAt(gap, fromIndex) };
  }

  return {
    to(x: number, y: number) {
      at = { x, y };
      ghost.style.transform = `translate(${x - press.clientX}px, ${y - press.clientY}px)`;
      look();
    },
    drop: () => target,
  };
}

function ghostOf(card: HTMLElement): HTMLElement {
  const { left, top, width, height } = card.getBoundingClientRect();
  const ghost = card.cloneNode(true);
  // Cloning an HTML element gives an HTML element.
  if (!(ghost instanceof HTMLElement)) throw new Error("A card is not an HTML element");
  ghost.removeAttribute("data-task-id");
  ghost.setAttribute("aria-hidden", "true");
  ghost.dataset["slot"] = "drag-ghost";
  ghost.tabIndex = -1;
  ghost.classList.add("pointer-events-none", "z-50", "shadow-transient");
  Object.assign(ghost.style, {
    position: "fixed",
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
  });
  return ghost;
}

function rowsOf(column: HTMLElement) {
  return [...column.querySelectorAll<HTMLElement>("li[data-index]")].map((row) => {
    const box = row.getBoundingClientRect();
    return { index: Number(row.dataset["index"]), top: box.top, height: box.height, box };
  });
}

function columnAt({ x, y }: { x: number; y: number }): HTMLElement | null {
  return document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-column]") ?? null;
}

function statusAt(element: Element): TaskStatus | null {
  const column = element.closest<HTMLElement>("[data-column]");
  const status = column?.dataset["column"];
  return isTaskStatus(status) ? status : null;
}

/** Releasing the button over a link must not count as a click. */
function swallowClick() {
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener("click", swallow, { capture: true, once: true });
  // If the button is released elsewhere there is no click, and the next one is real.
  setTimeout(() => window.removeEventListener("click", swallow, { capture: true }));
}
