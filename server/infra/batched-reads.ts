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
  #running: Promise<unknown> = Promise.resolve();
  #next: Batch<V> | null = null;

  /** @param read what is known of these keys; a key that is absent is unknown */
  constructor(read: (keys: string[]) => Promise<Map<string, V>>) {
    this.#read = read;
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
      return this.#read([...keys]);
    });
    this.#running = values.catch(() => undefined);
    return { keys, values };
  }
}
