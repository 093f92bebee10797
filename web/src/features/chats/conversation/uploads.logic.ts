export type Upload = {
  key: string;
  file: File;
  state: "waiting" | "sending" | "failed";
  sent: number;
  /** Why it failed. */
  reason: string;
};

/** Browsers allow six connections to a server, and events need one. */
const AT_ONCE = 2;

/** The waiting uploads that may start now. */
export function nextUploads(uploads: readonly Upload[]): Upload[] {
  const busy = uploads.filter(({ state }) => state === "sending").length;
  return uploads.filter(({ state }) => state === "waiting").slice(0, Math.max(0, AT_ONCE - busy));
}

/** "0 %", "42 %", and 100 only when the server has the whole file. */
export function percentOf({
  sent,
  file,
}: Pick<Upload, "sent"> & { file: { size: number } }): number {
  if (file.size === 0) return 0;
  return Math.min(99, Math.floor((100 * sent) / file.size));
}

/**
 * Whether the user pastes files. Copied tables and pages often include a picture of themselves, in
 * which case the text is meant.
 */
export function isFilePaste(types: readonly string[]): boolean {
  if (!types.includes("Files")) return false;
  return !(types.includes("text/plain") && types.includes("text/html"));
}

/** Pictures from the clipboard all have the same name, so each would replace the one before. */
export function pastedName(name: string, now: Date): string {
  if (name !== "image.png") return name;
  const time = now.toISOString().slice(0, 23).replaceAll(/[^\d]/g, "-");
  return `pasted-${time}.png`;
}
