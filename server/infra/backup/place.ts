import type { Objects } from './objects.ts';

/** Where backups lie: `objects/`, each by its hash, and `backups/`, a text for each backup. */
export interface Place {
  /** As an operator names it. */
  name: string;
  objects: Objects;
  /** The files in `backups/`. */
  list(): Promise<string[]>;
  read(file: string): Promise<string>;
  /** Whole or not at all. */
  write(file: string, text: string): Promise<void>;
  remove(file: string): Promise<void>;
  /** Lets one process at a time write. @throws one sentence when another does */
  lock(): Promise<() => Promise<void>>;
  /** @throws one sentence when nothing can be written there by a schedule, or what is kept from `dataDir` would hold it */
  require(dataDir: string, isThere: boolean): Promise<void>;
}
