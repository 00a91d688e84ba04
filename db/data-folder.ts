import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes the data folder, which contains people's uploads, for its owner only. When root runs the server,
 * PostgreSQL's account must be able to enter it.
 * @returns the first folder that was made; undefined when all existed
 */
export const makeDataFolder = (dataDir: string): string | undefined =>
  makeFolder(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);

/**
 * Makes a folder and its parents. `recursive: true` is not used, because it never ends on a file system that
 * answers ENOENT, as /proc does.
 * @returns the first folder that was made; undefined when all existed
 */
export function makeFolder(path: string, mode?: number): string | undefined {
  if (isFolder(path)) return undefined;
  const above = makeFolder(dirname(path), mode);
  try {
    mkdirSync(path, { mode });
    return above ?? path;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !isFolder(path)) throw error;
    return above;
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
