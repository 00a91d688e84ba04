/** There is more to do than can wait: nothing was begun, and it may be asked for again. */
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
 * Runs a few at once and lets so many wait, in the order of their coming: what uses much memory or processor can't take all.
 * @throws Busy at once when so many wait already
 */
export function boundedQueue({ atOnce, waiting, retryAfterSeconds }: Bounds): Queue {
  const line: (() => void)[] = [];
  let free = atOnce;
  /** Who waits takes the place over, so that nobody who comes later gets in between. */
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
