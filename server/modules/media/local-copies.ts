import { createWriteStream, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DAY, MINUTE, systemClock } from '#server/infra/clock.ts';
import { isAlive } from '#server/infra/is-alive.ts';

/**
 * A copy is kept this long after its last use, because programs that read a video in parts soon need it
 * again.
 */
const KEPT_MS = 10 * MINUTE;

interface Copy {
  path: Promise<string>;
  users: number;
  leaving?: NodeJS.Timeout;
}

/**
 * Keeps local copies of files in the bucket, for programs that need them on the disk. Concurrent users share
 * one copy, which is removed some time after the last use.
 */
export function openLocalCopies(dataDir: string) {
  const root = join(dataDir, 'media-work');
  const folder = join(root, MINE);
  const copies = new Map<string, Copy>();
  removeOthers(root);
  mkdirSync(folder, { recursive: true });

  async function fetchTo(name: string, fetch: (to: NodeJS.WritableStream) => Promise<void>): Promise<string> {
    const path = join(folder, name);
    try {
      await fetch(createWriteStream(path, { highWaterMark: 1024 * 1024 }));
      return path;
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  }

  return {
    folder,
    async borrow<T>(
      name: string,
      fetch: (to: NodeJS.WritableStream) => Promise<void>,
      work: (path: string) => Promise<T>,
    ): Promise<T> {
      const copy = copies.get(name) ?? { path: fetchTo(name, fetch), users: 0 };
      clearTimeout(copy.leaving);
      copies.set(name, copy);
      copy.users += 1;
      try {
        return await work(await copy.path);
      } finally {
        copy.users -= 1;
        const isThere = await copy.path.then(
          () => true,
          () => false,
        );
        if (!isThere && copies.get(name) === copy) copies.delete(name);
        if (isThere && copy.users === 0)
          copy.leaving = setTimeout(() => void remove(name, copy), KEPT_MS).unref();
      }
    },
    /** Removes the copy at once, unless it is in use. */
    async forget(name: string): Promise<void> {
      const copy = copies.get(name);
      if (copy?.users === 0) await remove(name, copy);
    },
  };

  async function remove(name: string, copy: Copy): Promise<void> {
    clearTimeout(copy.leaving);
    copies.delete(name);
    await rm(await copy.path, { force: true });
  }
}

export type LocalCopies = ReturnType<typeof openLocalCopies>;

/**
 * Name of this process's folder. The host name distinguishes containers that share a data folder, because
 * their processes can have the same id.
 */
const MINE = `${process.pid}@${hostname()}`;

/**
 * A folder of another machine is removed after this time without a new copy in it. The process that owns it
 * can't be checked from here, but a running process copies files more often.
 */
const FORGOTTEN_MS = 7 * DAY;

/** Removes the folders of processes that have ended. */
function removeOthers(root: string): void {
  const names = existsSync(root) ? readdirSync(root) : [];
  for (const name of names) {
    const [pid, host] = name.split('@');
    const isOver =
      host === hostname()
        ? name === MINE || !isAlive(Number(pid))
        : systemClock.now().getTime() - statSync(join(root, name)).mtimeMs > FORGOTTEN_MS;
    if (isOver) rmSync(join(root, name), { recursive: true, force: true });
  }
}

/** Writes streams one after the other. */
export async function pipeAll(
  to: NodeJS.WritableStream,
  parts: Iterable<() => Promise<NodeJS.ReadableStream>>,
): Promise<void> {
  const all = async function* () {
    for (const open of parts) yield* await open();
  };
  await pipeline(all, to);
}
