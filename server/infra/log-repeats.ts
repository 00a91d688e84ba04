import { MINUTE } from './clock.ts';

/** A recurring fault that the log counts. */
export interface Repeat {
  message: string;
  /** The fields that distinguish this fault from others. */
  fields: Record<string, unknown>;
  isError: boolean;
  times: number;
  firstAt: number;
  lastAt: number;
  mentionedAt: number;
}

/** A lasting fault is mentioned again after this time. */
const MENTIONED_EVERY_MS = 10 * MINUTE;
/** A fault that has not recurred for this long is over. */
export const QUIET_MS = 2 * MINUTE;
/** Most faults that are remembered at once, because faults that differ each time must not fill the memory. */
const MOST = 500;
const LONGEST_KEY = 1_000;

/** Besides the message, these fields distinguish one fault from another. Ids of people and rows do not. */
const KINDS = ['job', 'platform', 'provider', 'kind', 'status', 'reason', 'postgres', 'code'] as const;

interface Line {
  message: string;
  fields: object;
  error: Error | null;
  isError: boolean;
}

/** Counts recurring faults of the log. @param now in milliseconds, on the machine's clock */
export function createRepeats(now: () => number = () => Date.now()) {
  const known = new Map<string, Repeat>();
  return {
    /**
     * Counts the fault of a line. Returns null for its first occurrence, which must be written. A known fault
     * is not written again; if `isDue`, a line about its number of occurrences is.
     */
    note(line: Line): { repeat: Repeat; isDue: boolean } | null {
      const fields = kindOf(line);
      // Numbers in the text are ignored, except in the code: some services use numbers as error codes.
      const kind = withoutNumbers(JSON.stringify([line.message, fields, line.error?.message]));
      const key = `${fields.code ?? ''} ${kind}`.slice(0, LONGEST_KEY);
      const repeat = known.get(key);
      if (!repeat) {
        const at = { firstAt: now(), lastAt: now(), mentionedAt: now() };
        if (known.size >= MOST) known.delete(known.keys().next().value!);
        known.set(key, { message: line.message, fields, isError: line.isError, times: 1, ...at });
        return null;
      }
      repeat.times += 1;
      repeat.lastAt = now();
      const isDue = repeat.lastAt - repeat.mentionedAt >= MENTIONED_EVERY_MS;
      if (isDue) repeat.mentionedAt = repeat.lastAt;
      return { repeat, isDue };
    },
    /** Removes the faults that are over, and returns those that occurred more than once. */
    takeOver(): Repeat[] {
      const over = [...known].filter(([, { lastAt }]) => now() - lastAt >= QUIET_MS);
      for (const [key] of over) known.delete(key);
      return over.map(([, repeat]) => repeat).filter(({ times }) => times > 1);
    },
    isEmpty: () => known.size === 0,
    /**
     * Returns lasting faults for System Health, one per message. Faults of a job's run are left out, because
     * the job's failures are reported separately.
     */
    lasting: () => lastingOf([...known.values()], now()),
  };
}

export interface LastingFault {
  message: string;
  times: number;
  forMs: number;
}

function lastingOf(repeats: Repeat[], now: number): LastingFault[] {
  const all = new Map<string, LastingFault>();
  for (const { isError, times, fields, message, firstAt } of repeats) {
    if (!isError || times < 2 || 'job' in fields) continue;
    const before = all.get(message) ?? { times: 0, forMs: 0 };
    all.set(message, { message, times: before.times + times, forMs: Math.max(before.forMs, now - firstAt) });
  }
  return [...all.values()];
}

export type Repeats = ReturnType<typeof createRepeats>;

const kindOf = ({ fields, error }: Line): Record<string, unknown> =>
  Object.fromEntries([
    ...KINDS.flatMap((name) => (name in fields ? [[name, fields[name as keyof typeof fields]]] : [])),
    ...(error ? [['error', error.name]] : []),
  ]);

/** Removes numbers, because ids, ports and timestamps differ each time. */
const withoutNumbers = (text: string): string =>
  text.replace(/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g, '#').replace(/\d+/g, '#');

/** Returns a text like "601 times in 10 minutes". */
export function sentenceOf({ times, firstAt, lastAt }: Repeat): string {
  const minutes = Math.max(1, Math.round((lastAt - firstAt) / MINUTE));
  return `${times} times in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}
