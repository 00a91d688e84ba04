import { withTimeout } from './with-timeout.ts';

interface Batch<V> {
  keys: Set<string>;
  values: Promise<Map<string, V>>;
}

/**
 * Reads by key for data that every request needs. Callers that ask during a read share the next one, so a
 * hundred concurrent requests cost two statements. A value is never older than the request for it.
 */
export class BatchedReads<V> {
  readonly #read: (keys: string[]) => Promise<Map<string, V>>;
  readonly #patienceMs: number;
  #running: Promise<unknown> = Promise.resolve();
  #next: Batch<V> | null = null;

  /**
   * @param read returns the values of these keys; an absent key is unknown
   * @param patienceMs a slower read fails, so that one silent connection does not block everyone
   */
  constructor(read: (keys: string[]) => Promise<Map<string, V>>, patienceMs = 10_000) {
    this.#read = read;
    this.#patienceMs = patienceMs;
  }

  /** Returns the key's value. If the read fails, every call of the same batch rejects. */
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
