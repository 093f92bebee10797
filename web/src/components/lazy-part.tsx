import {
  useEffect,
  useEffectEvent,
  useSyncExternalStore,
  type ComponentType,
  type ReactNode,
} from "react";
import { createLateCode } from "#lib/late-code.ts";
import { toast } from "#lib/toast.ts";

/**
 * A part whose code is fetched when the user first opens it, because most first visits do not need
 * it. If the fetch fails, the page says so and stays as it is. The second function prefetches the
 * code, for a button to call on hover or focus.
 */
export function lazyPart<Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
  /** What is there until it is fetched. */
  fallback: ReactNode = null,
): [ComponentType<Props>, () => void] {
  let Part: ComponentType<Props> | null = null;
  const code = createLateCode(async () => {
    Part = await load();
  });

  function LazyPart(props: Props) {
    // A prefetch may have finished between the click and this first check.
    useSyncExternalStore(code.subscribe, code.isThere);
    const giveUp = useEffectEvent(() => {
      toast.error("This could not be opened", {
        description: "Malamar isn't responding, or was updated. Reload the page.",
      });
      props.onClose();
    });
    useEffect(() => {
      let isWanted = true;
      code.fetch().catch(() => isWanted && giveUp());
      return () => {
        isWanted = false;
      };
    }, []);
    // Single-key shortcuts must not act on the page behind the part that is about to open.
    if (Part !== null) return <Part {...props} />;
    return (
      <>
        <span data-slot="loading-part" />
        {fallback}
      </>
    );
  }

  // A failed prefetch stays silent. Opening the part reports it.
  return [LazyPart, () => void code.fetch().catch(() => {})];
}
