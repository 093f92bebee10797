import type { EngineId } from "@malamar/contract/ids.ts";
import {
  Asterisk,
  Brackets,
  Clapperboard,
  Cpu,
  Hexagon,
  Orbit,
  Sparkle,
  type LucideIcon,
} from "lucide-react";

const SIGNS: Readonly<Record<string, LucideIcon>> = {
  claude: Asterisk,
  codex: Hexagon,
  gemini: Sparkle,
  opencode: Brackets,
  qwen: Orbit,
  demo: Clapperboard,
};

/** The sign of an agent's engine. The engine's name is always in words elsewhere. */
export function EngineSign({ engine, className }: { engine: EngineId; className?: string }) {
  const Sign = SIGNS[engine] ?? Cpu;
  return <Sign aria-hidden data-slot="engine-sign" className={className} />;
}
