import { Folder } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { SuggestInput } from "#components/suggest-input.tsx";
import type { CodeInput } from "#components/ui/input.tsx";
import { completed, offered } from "./path.logic.ts";

type PathInputProps = ComponentProps<typeof CodeInput> & {
  /** The current text of the field. */
  typed: string;
  /** Possible names for its last part. */
  names: readonly string[];
  isCut: boolean;
  onPath: (path: string) => void;
  /** What is known of the directory. */
  facts?: ReactNode;
};

/** A field for a path, with suggestions for directories below it. */
export function PathInput({ typed, names, onPath, ...props }: PathInputProps) {
  return (
    <SuggestInput
      {...props}
      options={offered(typed, names)}
      listLabel="Folders"
      icon={Folder}
      onChoose={(name) => onPath(completed(typed, name))}
    />
  );
}
