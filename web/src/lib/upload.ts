import { ApiError, apiErrorOf } from "./api.ts";

type UploadOptions = {
  /** The number of bytes sent so far. */
  onProgress: (sent: number) => void;
  signal: AbortSignal;
};

/**
 * Sends one file as a form. The browser streams it from the disk instead of loading it into memory.
 * Not with fetch, which does not report progress.
 */
export function uploadFile(url: string, file: File, { onProgress, signal }: UploadOptions) {
  return new Promise<unknown>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.upload.addEventListener("progress", ({ loaded }) => onProgress(loaded));
    request.addEventListener("load", () => {
      const answered = parsed(request.responseText);
      const isFine = request.status >= 200 && request.status < 300;
      if (isFine) resolve(answered);
      else reject(apiErrorOf(request.status, answered));
    });
    request.addEventListener("error", () => reject(brokenOff()));
    request.addEventListener("abort", () => reject(signal.reason as Error));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    const form = new FormData();
    form.append("files", file);
    request.open("POST", url);
    request.send(form);
  });
}

/** A browser does not say which of the two it was. */
function brokenOff(): ApiError {
  return new ApiError(
    0,
    "NO_ANSWER",
    "The upload was interrupted. Check that Malamar is running and that the file can still be read.",
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
