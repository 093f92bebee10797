/** Twelve backgrounds with their text colours, to tell agents and labels apart. */
const HUES = [
  "bg-hue-red-ground text-hue-red",
  "bg-hue-orange-ground text-hue-orange",
  "bg-hue-amber-ground text-hue-amber",
  "bg-hue-lime-ground text-hue-lime",
  "bg-hue-green-ground text-hue-green",
  "bg-hue-teal-ground text-hue-teal",
  "bg-hue-cyan-ground text-hue-cyan",
  "bg-hue-blue-ground text-hue-blue",
  "bg-hue-indigo-ground text-hue-indigo",
  "bg-hue-violet-ground text-hue-violet",
  "bg-hue-magenta-ground text-hue-magenta",
  "bg-hue-pink-ground text-hue-pink",
] as const;

/** The same text always gets the same hue. */
export function hueClass(text: string): string {
  return HUES[hash(text) % HUES.length] ?? HUES[0];
}

/** FNV-1a is short, and similar texts get very different values. */
function hash(text: string): number {
  let value = 0x81_1c_9d_c5;
  for (const char of text) {
    value = Math.imul(value ^ (char.codePointAt(0) ?? 0), 0x01_00_01_93) >>> 0;
  }
  return value;
}
