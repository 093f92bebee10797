import { useEffect, useEffectEvent, useSyncExternalStore, type ComponentType } from "react";
import { createLateCode } from "#lib/late-code.ts";
import { toast } from "#lib/toast.ts";

/**
 * Something that is opened, whose code is fetched when it first is: most of it is never needed on a
 * first visit. If it cannot be fetched, the page says so and stays as it is. The second function
 * fetches it before: for a button that somebody reaches for.
 */
export function lazyPart<Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): [ComponentType<Props>, () => void] {
  let Part: ComponentType<Props> | null = null;
  const code = createLateCode(async () => {
    Part = await load();
  });

  function LazyPart(props: Props) {
    // Whoever reached for it may have fetched it between the click and the first look here.
    useSyncExternalStore(code.subscribe, code.isThere);
    const giveUp = useEffectEvent(() => {
      toast.error("This could not be opened", {
        description: "Malamar does not answer, or was updated. Reload the page.",
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
    // Single keys must not act on the page behind what is about to open.
    return Part === null ? <span data-slot="loading-part" /> : <Part {...props} />;
  }

  // A failure is told when it is opened.
  return [LazyPart, () => void code.fetch().catch(() => {})];
}
