import { useEffect, useEffectEvent, useState } from "react";
import { toast } from "#lib/toast.ts";

/**
 * Accepts files dropped anywhere in the window: outside a drop target, the browser would navigate
 * to the file. Returns whether files are being dragged over it.
 */
export function useFileDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const take = useEffectEvent((data: DataTransfer) => {
    const folders = new Set(folderNames(data));
    const files = [...data.files].filter(({ name }) => !folders.has(name));
    if (folders.size > 0) {
      toast.error("A folder cannot be attached", {
        description: "Attach the files in it, or an archive of it.",
      });
    }
    if (files.length > 0) onFiles(files);
  });

  useEffect(() => {
    const gone = new AbortController();
    const { signal } = gone;
    const listen = (type: "dragover" | "drop", listener: (event: DragEvent) => void) =>
      window.addEventListener(
        type,
        (event) => {
          if (!event.dataTransfer?.types.includes("Files")) return;
          event.preventDefault();
          listener(event);
        },
        { signal },
      );
    listen("dragover", () => setIsOver(true));
    listen("drop", ({ dataTransfer }) => {
      setIsOver(false);
      if (dataTransfer !== null) take(dataTransfer);
    });
    window.addEventListener(
      "dragleave",
      // Only when they leave the window, not when they move from one part of it to another.
      (event) => event.relatedTarget === null && setIsOver(false),
      { signal },
    );
    return () => gone.abort();
  }, []);

  return isOver;
}

function folderNames(data: DataTransfer): string[] {
  return [...data.items].flatMap((item) => {
    const entry = item.webkitGetAsEntry();
    return entry?.isDirectory ? [entry.name] : [];
  });
}
