import type { Objects } from './objects.ts';

/** A store of backups: `objects/` with files named by hash, and `backups/` with one text per backup. */
export interface Place {
  /** The name that the operator uses. */
  name: string;
  objects: Objects;
  /** The files in `backups/`. */
  list(): Promise<string[]>;
  read(file: string): Promise<string>;
  /** Writes the whole file or nothing. */
  write(file: string, text: string): Promise<void>;
  remove(file: string): Promise<void>;
  /** Lets one process at a time write. @throws one sentence when another process does */
  lock(): Promise<() => Promise<void>>;
  /** @throws one sentence when scheduled backups can't write there, or when the place is inside `dataDir` */
  require(dataDir: string, isThere: boolean): Promise<void>;
}
