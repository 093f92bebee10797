import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { tooltipPlace } from "#lib/tooltip-place.logic.ts";

/** Passing over an element must not open its tooltip. */
const PATIENCE_MS = 400;

const ID = "tooltip";

/** Shows the tooltip of the hovered or focused element. Escape hides it. */
export function TooltipLayer() {
  const about = useTooltipTarget();
  return about === null ? null : <Tip key={wordsOf(about)} about={about} />;
}

function Tip({ about }: { about: HTMLElement }) {
  const tipRef = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ left: 0, top: 0 });
  useLayoutEffect(() => {
    if (tipRef.current === null) return undefined;
    const { width, height } = tipRef.current.getBoundingClientRect();
    const view = { width: window.innerWidth, height: window.innerHeight };
    setPlace(tooltipPlace(about.getBoundingClientRect(), { width, height }, view));
    // Other tooltips only repeat the accessible name.
    if (about.dataset["tooltip"] === undefined) return undefined;
    const before = about.getAttribute("aria-describedby");
    about.setAttribute("aria-describedby", [before, ID].filter(Boolean).join(" "));
    return () => {
      if (before === null) about.removeAttribute("aria-describedby");
      else about.setAttribute("aria-describedby", before);
    };
  }, [about]);
  return (
    <div
      ref={tipRef}
      id={ID}
      role="tooltip"
      aria-hidden={about.dataset["tooltip"] === undefined}
      data-slot="tooltip"
      style={place}
      className="fixed z-60 max-w-80 animate-menu-in rounded-sm border bg-card px-2 py-1 text-sm wrap-any text-foreground shadow-transient"
    >
      {wordsOf(about)}
    </div>
  );
}

function useTooltipTarget(): HTMLElement | null {
  const [about, setAbout] = useState<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const show = (target: HTMLElement | null, delayMs: number) => {
    clearTimeout(timer.current);
    if (target === null) return setAbout(null);
    timer.current = setTimeout(() => setAbout(target.isConnected ? target : null), delayMs);
  };
  const point = useEffectEvent((event: PointerEvent) => {
    // Fingers do not hover.
    if (event.pointerType === "touch") return;
    // The tooltip itself may be hovered, so that it can be read at leisure.
    if (event.target instanceof Element && event.target.closest("[data-slot=tooltip]")) return;
    const target = tooltipOf(event.target);
    if (target === null || target !== about) show(target, PATIENCE_MS);
  });
  const focus = useEffectEvent((event: FocusEvent) => {
    const target = tooltipOf(event.target) ?? focusTooltipOf(event.target);
    // A click focuses too, but needs no explanation.
    if (
      target !== null &&
      event.target instanceof Element &&
      event.target.matches(":focus-visible")
    )
      // Tabbing past elements must not show one tooltip after the other.
      show(target, target.dataset["tooltip"] === undefined ? PATIENCE_MS : 0);
  });
  const putAway = useEffectEvent(() => show(null, 0));
  const press = useEffectEvent((event: KeyboardEvent) => event.key === "Escape" && show(null, 0));

  useEffect(() => {
    const gone = new AbortController();
    const { signal } = gone;
    document.addEventListener("pointerover", (event) => point(event), { signal });
    document.addEventListener("focusin", (event) => focus(event), { signal });
    document.addEventListener("focusout", () => putAway(), { signal });
    document.addEventListener("pointerdown", () => putAway(), { signal });
    document.addEventListener("keydown", (event) => press(event), { signal, capture: true });
    // The element moves away under its tooltip.
    document.addEventListener("scroll", () => putAway(), { signal, capture: true, passive: true });
    return () => gone.abort();
  }, []);

  return about;
}

function tooltipOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("[data-tooltip]") : null;
}

/** Excludes elements too large for a tooltip: their parts have their own. */
function focusTooltipOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof HTMLElement && target.dataset["focusTooltip"] !== undefined
    ? target
    : null;
}

function wordsOf({ dataset }: HTMLElement): string | undefined {
  return dataset["tooltip"] ?? dataset["focusTooltip"];
}
