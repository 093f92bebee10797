import { existsSync, lstatSync, readdirSync, renameSync, rmSync } from "node:fs";
import { constants, link, open, rename } from "node:fs/promises";
import { join } from "node:path";
import type { ChatMessage } from "@malamar/contract/chat.ts";
import type { ChatId } from "@malamar/contract/ids.ts";
import { nanoid } from "nanoid";
import type { Actor } from "#domain/actor/actor.ts";
import { AppError } from "#lib/app-error.ts";
import { attachmentName, UNFINISHED_PREFIX } from "./attachment-name.ts";
import { storageError } from "./storage-error.ts";
import { preparePrivateDirectory, prepareTempRoot } from "#lib/private-directory.ts";

/** More than anyone selects by hand, and a limit for a body that never ends. */
const MOST_FILES = 100;

/** The rest of a body is smaller: headers, form fields. */
const MOST_ELSE = 8 * 1024 * 1024;

/** A file being received. Its content has to be read to the end. */
export interface IncomingFile {
  name: string;
  content: AsyncIterable<Uint8Array>;
}

interface Deps {
  tempDir: string;
  /** The largest file in MB; 0 for any size. */
  maxUploadMb: number;
  /** Throws if there is no such chat. */
  requireChat: (id: ChatId) => void;
  /** Informs the chat about a file that is complete. */
  noteUpload: (actor: Actor, id: ChatId, path: string) => ChatMessage;
}

/** Files that people give to a chat, for its CLI to read. */
export function createAttachments(deps: Deps) {
  const { tempDir, maxUploadMb, requireChat, noteUpload } = deps;
  const maxBytes = maxUploadMb === 0 ? Infinity : maxUploadMb * 1024 * 1024;
  const unfinished = new Set<string>();
  /** What the disk did not release, for example while it was read-only. */
  const stubborn = new Set<string>();

  function discard(path: string): void {
    if (isRemoved(path)) stubborn.delete(path);
    else stubborn.add(path);
  }

  /** Uploads that are being received stay. */
  function discardHidden(directory: string): void {
    for (const name of readdirSync(directory)) {
      const path = join(directory, name);
      if (name.startsWith(UNFINISHED_PREFIX) && !unfinished.has(path)) discard(path);
    }
  }

  function prepare(chatId: ChatId): string {
    const directory = join(tempDir, directoryName(chatId));
    // One after the other: nothing is created in a root that is not ours.
    requireUsable(tempDir, prepareTempRoot(tempDir));
    requireUsable(directory, preparePrivateDirectory(directory));
    return directory;
  }

  async function receiveOne(actor: Actor, chatId: ChatId, directory: string, file: IncomingFile) {
    const safe = attachmentName(file.name);
    if ("problem" in safe) throw new AppError("VALIDATION_ERROR", `A file ${safe.problem}.`);
    const { name } = safe;
    // Only a complete file gets its name, and replaces whatever had it, a link included.
    const partial = join(directory, UNFINISHED_PREFIX + nanoid());
    const path = join(directory, name);
    // The file it replaces, until the chat has a message about the new one.
    const replaced = join(directory, UNFINISHED_PREFIX + nanoid());
    unfinished.add(partial).add(replaced);
    try {
      await write(partial, file.content, (bytes) => {
        if (bytes > maxBytes) throw tooLarge(`The file ${name} is`);
      });
      await keep(path, replaced);
      // Not at once, as elsewhere: replacing an old file can flush gigabytes to the disk.
      await rename(partial, path);
      return noted(actor, chatId, path, replaced);
    } catch (error) {
      throw storageError(error, name, directory);
    } finally {
      for (const hidden of [partial, replaced]) {
        discard(hidden);
        unfinished.delete(hidden);
      }
    }
  }

  function noted(actor: Actor, chatId: ChatId, path: string, replaced: string): ChatMessage {
    try {
      requireChat(chatId);
      return noteUpload(actor, chatId, path);
    } catch (error) {
      if (existsSync(replaced)) renameSync(replaced, path);
      else rmSync(path, { force: true });
      throw error;
    }
  }

  function tooLarge(what: string): AppError {
    return new AppError(
      "PAYLOAD_TOO_LARGE",
      `${what} larger than ${maxUploadMb} MB, which is the most that an attachment may have here (MALAMAR_MAX_UPLOAD_MB).`,
    );
  }

  return {
    /**
     * Stores files as they arrive, each with its own message. Files that were complete before
     * something went wrong stay, with their message; nothing else is left.
     */
    async receive(
      actor: Actor,
      chatId: ChatId,
      files: AsyncIterable<IncomingFile>,
      bodyBytes: number,
    ): Promise<ChatMessage[]> {
      requireChat(chatId);
      for (const path of stubborn) discard(path);
      if (bodyBytes > MOST_FILES * maxBytes + MOST_ELSE) throw tooLarge("One of the files must be");
      const directory = prepare(chatId);
      const messages: ChatMessage[] = [];
      try {
        for await (const file of files) {
          if (messages.length === MOST_FILES) throw tooMany();
          if (file.name === "" && (await isEmpty(file.content))) continue;
          messages.push(await receiveOne(actor, chatId, directory, file));
        }
      } catch (error) {
        throw withStored(error, messages.length);
      }
      if (messages.length === 0) throw noFile();
      return messages;
    },

    /** Removes what is incomplete and will stay so. */
    stop(): void {
      for (const path of [...unfinished, ...stubborn]) discard(path);
    },

    /**
     * Removes what is incomplete in a chat that was deleted: no later start knows that it was ours.
     */
    abandon(chatId: ChatId): void {
      const directory = join(tempDir, directoryName(chatId));
      try {
        // An agent can have put something else there.
        const found = lstatSync(directory, { throwIfNoEntry: false });
        if (found?.isDirectory()) discardHidden(directory);
      } catch {
        // The chat is deleted all the same; what is left is hidden.
      }
    },

    /**
     * The same after a crash, in the chats that are ours: another Malamar may use the same place.
     */
    removeUnfinished(isOurs: (id: ChatId) => boolean): void {
      for (const entry of readdirSync(tempDir, { withFileTypes: true })) {
        const id = chatOfDirectory(entry.name);
        if (id === null || !entry.isDirectory() || !isOurs(id)) continue;
        discardHidden(join(tempDir, entry.name));
      }
    },
  };
}

export type Attachments = ReturnType<typeof createAttachments>;

function directoryName(chatId: ChatId): string {
  return `malamar_chat_${chatId}_attachments`;
}

function chatOfDirectory(name: string): ChatId | null {
  // An id's brand only exists for the compiler.
  return (/^malamar_chat_(.+)_attachments$/.exec(name)?.[1] ?? null) as ChatId | null;
}

function requireUsable(directory: string, problem: string | null): void {
  if (problem) throw new AppError("STORAGE_FAILED", `The directory ${directory} ${problem}.`);
}

/** `check` gets the number of bytes so far, before they are written. */
async function write(
  path: string,
  content: AsyncIterable<Uint8Array>,
  check: (bytes: number) => void,
): Promise<void> {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  const file = await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  try {
    let bytes = 0;
    for await (const chunk of content) {
      check((bytes += chunk.length));
      for (let at = 0; at < chunk.length;) at += (await file.write(chunk, at)).bytesWritten;
    }
  } finally {
    await file.close();
  }
}

/** Otherwise it is hidden, so nobody takes it for a complete file. */
function isRemoved(path: string): boolean {
  try {
    rmSync(path, { recursive: true, force: true });
    return true;
  } catch {
    return false;
  }
}

/** A second name for an existing file; a directory and some file systems have none. */
async function keep(path: string, secondName: string): Promise<void> {
  await link(path, secondName).catch(() => {});
}

/** Browsers send such a part for a field without a chosen file. */
async function isEmpty(content: AsyncIterable<Uint8Array>): Promise<boolean> {
  for await (const { length } of content) if (length > 0) return false;
  return true;
}

function withStored(error: unknown, count: number): unknown {
  if (!(error instanceof AppError) || count === 0) return error;
  const stored = count === 1 ? "The file before it was" : `The ${count} files before it were`;
  return new AppError(error.code, `${error.message} ${stored} stored.`, error.headers);
}

function tooMany(): AppError {
  return new AppError("VALIDATION_ERROR", `At most ${MOST_FILES} files can be sent at once.`);
}

function noFile(): AppError {
  return new AppError(
    "VALIDATION_ERROR",
    "There is no file in the body. A file is a part with a filename.",
  );
}
