import { useEffect, useEffectEvent, useState, type ComponentType } from "react";
import { toast } from "sonner";

/**
 * Something that is opened, whose code is fetched when it first is: most of it is never needed on a
 * first visit. If it cannot be fetched, the page says so and stays as it is.
 */
export function lazyPart<Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
) {
  let Part: ComponentType<Props> | null = null;
  return function LazyPart(props: Props) {
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
    return Part === null ? null : <Part {...props} />;
  };
}
