import type { Problem } from '#contract/wire/problem.ts';

/** A temporary refusal (429), with the time in its `Retry-After`. */
export interface Pause {
  problem: Problem;
  /** End of the pause on the clock of `Date.now()`. */
  until: number;
}

/** Length of the pause if a refusal has no time, or an impossible one. */
const USUAL_SECONDS = 30;
const MOST_SECONDS = 600;

const pauses = new Map<string, Pause>();
const listeners = new Set<() => void>();
let latest: Pause | null = null;

/** Returns the current pause of one rate limit, such as that of one person's calls of one route. */
export function pauseOf(bucket: string): Pause | undefined {
  const pause = pauses.get(bucket);
  if (!pause || pause.until > Date.now()) return pause;
  pauses.delete(bucket);
  return undefined;
}

/** Stores a refusal; until the pause ends, `pauseOf` returns it and no request is sent. */
export function startPause(bucket: string, problem: Problem, retryAfter: string | null): Pause {
  const seconds = secondsOf(retryAfter);
  const detail = `Wait up to ${seconds} seconds: the server takes no more of these requests until then. This page tries again automatically.`;
  const pause = { problem: { ...problem, detail }, until: Date.now() + seconds * 1_000 };
  pauses.set(bucket, pause);
  if (!latest || pause.until > latest.until) setLatest(pause);
  return pause;
}

/**
 * Returns the pause that ends last, or null if none is left. The object stays identical until the pause
 * changes.
 */
export const latestPause = (): Pause | null => latest;

export function onPause(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function setLatest(pause: Pause): void {
  latest = pause;
  for (const listener of listeners) listener();
  setTimeout(() => {
    if (latest !== pause) return;
    latest = null;
    for (const listener of listeners) listener();
  }, pause.until - Date.now());
}

/** Returns the seconds of a `Retry-After` header, which contains a number of seconds or an HTTP date. */
function secondsOf(retryAfter: string | null): number {
  const asked = Number(retryAfter ?? Number.NaN);
  const seconds = Number.isFinite(asked) ? asked : (Date.parse(retryAfter ?? '') - Date.now()) / 1_000;
  if (!(seconds > 0)) return USUAL_SECONDS;
  return Math.min(Math.ceil(seconds), MOST_SECONDS);
}
