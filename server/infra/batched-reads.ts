import { withTimeout } from './with-timeout.ts';

interface Batch<V> {
  keys: Set<string>;
  values: Promise<Map<string, V>>;
}

/**
 * Readings by key for what every request asks: whoever asks while a reading is under way shares the next one, so a
 * hundred requests at once cost two statements. An answer is never older than its question.
 */
export class BatchedReads<V> {
  readonly #read: (keys: string[]) => Promise<Map<string, V>>;
  readonly #patienceMs: number;
  #running: Promise<unknown> = Promise.resolve();
  #next: Batch<V> | null = null;

  /**
   * @param read what is known of these keys; a key that is absent is unknown
   * @param patienceMs a reading that takes longer fails, so that one connection gone silent does not stop all others
   */
  constructor(read: (keys: string[]) => Promise<Map<string, V>>, patienceMs = 10_000) {
    this.#read = read;
    this.#patienceMs = patienceMs;
  }

  /** Rejects when the reading fails, with all others of its batch. */
  async get(key: string): Promise<V | undefined> {
    this.#next ??= this.#gather();
    this.#next.keys.add(key);
    return (await this.#next.values).get(key);
  }

  #gather(): Batch<V> {
    const keys = new Set<string>();
    const values = this.#running.then(() => {
      this.#next = null;
      return withTimeout(this.#read([...keys]), { ms: this.#patienceMs, what: 'the database' });
    });
    this.#running = values.catch(() => undefined);
    return { keys, values };
  }
}
