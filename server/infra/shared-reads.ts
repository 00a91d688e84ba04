import { commitsOf, type Database } from './transaction.ts';

interface Reading<T> {
  startedAt: number;
  /**
   * The number of this process's commits when the reading began. After a later commit the reading is
   * outdated.
   */
  commits: number;
  value: Promise<T>;
}

/**
 * Shares one reading of a list that is the same for everyone. A change that this process made, or received an
 * event of, ends the reading, so a person who changed something sees it; any other change shows within
 * `maxAgeMs`.
 */
export class SharedReads<T> {
  readonly #readings = new Map<string, Reading<T>>();
  readonly #db: Database;
  readonly #limits: { maxAgeMs: number; maxKeys: number };

  constructor(db: Database, limits: { maxAgeMs: number; maxKeys: number }) {
    this.#db = db;
    this.#limits = limits;
  }

  get(key: string, read: () => Promise<T>): Promise<T> {
    const commits = commitsOf(this.#db);
    const known = this.#readings.get(key);
    const now = performance.now();
    if (known && known.commits === commits && now - known.startedAt < this.#limits.maxAgeMs)
      return known.value;
    this.#readings.delete(key);
    const oldest = this.#readings.size >= this.#limits.maxKeys ? this.#readings.keys().next() : null;
    if (oldest?.value !== undefined) this.#readings.delete(oldest.value);
    const value = read();
    this.#readings.set(key, { startedAt: now, commits, value });
    // A failed reading is removed, so that it answers only the callers that already wait for it.
    value.catch(() => this.#readings.delete(key));
    return value;
  }
}
