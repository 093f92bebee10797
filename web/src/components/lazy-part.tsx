import { useEffect, useEffectEvent, useState, type ComponentType } from "react";
import { toast } from "sonner";

/**
 * Something that is opened, whose code is fetched when it first is: most of it is never needed on a
 * first visit. If it cannot be fetched, the page says so and stays as it is. The second function
 * fetches it before: for a button that somebody reaches for.
 */
export function lazyPart<Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): [ComponentType<Props>, () => void] {
  let Part: ComponentType<Props> | null = null;

  function LazyPart(props: Props) {
    const [, setIsLoaded] = useState(Part !== null);
    const giveUp = useEffectEvent(() => {
      toast.error("This could not be opened", {
        description: "Malamar does not answer, or was updated. Reload the page.",
      });
      props.onClose();
    });
    useEffect(() => {
      if (Part !== null) return undefined;
      let isWanted = true;
      const open = async () => {
        Part = await load();
        if (isWanted) setIsLoaded(true);
      };
      open().catch(() => isWanted && giveUp());
      return () => {
        isWanted = false;
      };
    }, []);
    // Single keys must not act on the page behind what is about to open.
    return Part === null ? <span data-slot="loading-part" /> : <Part {...props} />;
  }

  const fetchAhead = async () => {
    Part ??= await load();
  };
  // A failure is told when it is opened.
  return [LazyPart, () => void fetchAhead().catch(() => {})];
}
