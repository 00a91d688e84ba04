/** Domain time. Every decision about due times uses this clock, never the machine's or the database's. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** Follows the machine's clock plus an offset; tools and tests move it forward, never backwards. */
export class MovableClock implements Clock {
  #offsetMs: number;
  readonly #frozenAt: number | null;

  /** `frozenAt` (ms since epoch) stops the clock for tests; then only `advance` moves it. */
  constructor(options: { offsetMs?: number; frozenAt?: Date } = {}) {
    this.#offsetMs = options.offsetMs ?? 0;
    this.#frozenAt = options.frozenAt?.getTime() ?? null;
  }

  now(): Date {
    return new Date((this.#frozenAt ?? Date.now()) + this.#offsetMs);
  }

  get offsetMs(): number {
    return this.#offsetMs;
  }

  advance(ms: number): void {
    if (!(ms >= 0)) throw new RangeError(`the clock moves forward only, got ${ms} ms`);
    this.#offsetMs += ms;
  }
}

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const after = (moment: Date, ms: number): Date => new Date(moment.getTime() + ms);
