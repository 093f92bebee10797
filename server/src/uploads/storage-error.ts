import { AppError, messageOf } from "#lib/app-error.ts";

/** What a person can do about a file that could not be stored; anything else is passed through. */
export function storageError(error: unknown, name: string, directory: string): unknown {
  switch (codeOf(error)) {
    case undefined:
      return error;
    case "ENOSPC":
    case "EDQUOT":
      return new AppError(
        "STORAGE_FAILED",
        `There is no room for ${name}: the disk of ${directory} is full. Make room, and send it again.`,
      );
    case "EISDIR":
      return new AppError(
        "CONFLICT",
        `${name} is the name of a directory in ${directory}. Rename the file, or remove the directory.`,
      );
    default:
      return new AppError(
        "STORAGE_FAILED",
        `${name} cannot be stored in ${directory}: ${messageOf(error)}`,
      );
  }
}

/** The system's name for an error, if it comes from a system call. */
function codeOf(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof AppError || !("syscall" in error)) {
    return undefined;
  }
  return "code" in error ? error.code : undefined;
}
