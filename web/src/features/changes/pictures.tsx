import type { ChangedFile } from "@malamar/contract/changes.ts";
import { useState } from "react";
import { fileSize } from "#lib/format.ts";
import { fileUrl, type ChangesOf, type Comparison } from "./changes-of.ts";
import { isTooLargeToSend, LARGER } from "./file-note.tsx";

type PicturesProps = { of: ChangesOf; file: ChangedFile; comparison: Comparison };

/** A picture before and after. */
export function Pictures({ of, file, comparison }: PicturesProps) {
  const { path, old_path, old_blob_id, new_blob_id, old_size, new_size } = file;
  return (
    <div className="grid gap-3 p-3 font-sans text-sm @2xl:grid-cols-2">
      {old_blob_id !== null && (
        <Picture
          url={fileUrl(of, { checkpoint: comparison.from, path: old_path ?? path })}
          label="Before"
          path={old_path ?? path}
          size={old_size}
        />
      )}
      {new_blob_id !== null && (
        <Picture
          url={fileUrl(of, { checkpoint: comparison.to, path })}
          label="After"
          path={path}
          size={new_size}
        />
      )}
    </div>
  );
}

type PictureProps = { url: string; label: string; path: string; size: number | null };

function Picture({ url, label, path, size }: PictureProps) {
  const [box, setBox] = useState<string | null>(null);
  const [isBroken, setIsBroken] = useState(false);
  const isTooLarge = isTooLargeToSend(size);
  const facts = [label, ...(box === null ? [] : [box]), ...(size === null ? [] : [fileSize(size)])];
  return (
    <figure className="min-w-0 space-y-1">
      {isBroken || isTooLarge ? (
        <p className="flex h-40 items-center justify-center rounded-md border text-muted">
          The picture cannot be shown{isTooLarge && `: it is ${LARGER}`}.
        </p>
      ) : (
        <img
          src={url}
          alt={`${path}, ${label.toLowerCase()}`}
          loading="lazy"
          onError={() => setIsBroken(true)}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setBox(`${naturalWidth} × ${naturalHeight}`)
          }
          className="mx-auto h-40 max-w-full rounded-md border bg-[repeating-conic-gradient(var(--hover)_0_25%,transparent_0_50%)] bg-[length:16px_16px] object-contain"
        />
      )}
      <figcaption className="text-center text-muted tabular-nums">{facts.join(" · ")}</figcaption>
    </figure>
  );
}
