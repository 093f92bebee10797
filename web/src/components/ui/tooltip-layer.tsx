import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { tooltipPlace } from "#lib/tooltip-place.logic.ts";

/** Somebody who only passes by wants to read nothing. */
const PATIENCE_MS = 400;

const ID = "tooltip";

/** Shows the words of whatever carries a tooltip and is pointed at or focused. Escape puts them away. */
export function TooltipLayer() {
  const about = useTooltipTarget();
  return about === null ? null : <Tip key={about.dataset["tooltip"]} about={about} />;
}

function Tip({ about }: { about: HTMLElement }) {
  const tipRef = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ left: 0, top: 0 });
  useLayoutEffect(() => {
    if (tipRef.current === null) return undefined;
    const { width, height } = tipRef.current.getBoundingClientRect();
    const view = { width: window.innerWidth, height: window.innerHeight };
    setPlace(tooltipPlace(about.getBoundingClientRect(), { width, height }, view));
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
      data-slot="tooltip"
      style={place}
      className="fixed z-60 max-w-80 animate-menu-in rounded-sm border bg-card px-2 py-1 text-sm wrap-any text-foreground shadow-transient"
    >
      {about.dataset["tooltip"]}
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
    // The words themselves may be pointed at, to read them in peace.
    if (event.target instanceof Element && event.target.closest("[data-slot=tooltip]")) return;
    const target = tooltipOf(event.target);
    if (target === null || target !== about) show(target, PATIENCE_MS);
  });
  const focus = useEffectEvent((event: FocusEvent) => {
    const target = tooltipOf(event.target);
    // A click focuses too, and needs no explanation.
    if (
      target !== null &&
      event.target instanceof Element &&
      event.target.matches(":focus-visible")
    )
      show(target, 0);
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
    // What it is about moves away under it.
    document.addEventListener("scroll", () => putAway(), { signal, capture: true, passive: true });
    return () => gone.abort();
  }, []);

  return about;
}

function tooltipOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("[data-tooltip]") : null;
}
