/** The queue is full. The task was not begun, so the caller may try again. */
export class Busy extends Error {
  readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds: number) {
    super('too much waits already');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export type Queue = <T>(work: () => Promise<T>) => Promise<T>;

interface Bounds {
  atOnce: number;
  waiting: number;
  retryAfterSeconds: number;
}

/**
 * Runs `atOnce` tasks at once and queues `waiting` more in order of arrival, so that heavy work can't take
 * all memory or processors.
 * @throws Busy at once when the queue is full
 */
export function boundedQueue({ atOnce, waiting, retryAfterSeconds }: Bounds): Queue {
  const line: (() => void)[] = [];
  let free = atOnce;
  /**
   * A finished task passes its slot directly to the first task in the queue, so that no later caller takes
   * the slot.
   */
  const leave = () => {
    const next = line.shift();
    if (next) next();
    else free++;
  };
  return async (work) => {
    if (free > 0) free--;
    else if (line.length >= waiting) throw new Busy(retryAfterSeconds);
    else await new Promise<void>((resolve) => line.push(resolve));
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
