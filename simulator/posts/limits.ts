import { pacificDay } from '#contract/pacific-days.ts';
import type { Limits, World } from '../world.ts';

/** Counts one call of an app, or of another name. Returns false when the limit is reached. */
export type Limit = (name: string) => boolean;

/** Limits calls in a sliding minute of the simulator's clock. */
export function perMinute(world: World, limit: Exclude<keyof Limits, 'youtubeUnitsPerDay'>): Limit {
  const calls = new Map<string, number[]>();
  return (name) => {
    const now = world.clock.now().getTime();
    const recent = (calls.get(name) ?? []).filter((at) => at > now - 60_000);
    calls.set(name, recent);
    if (recent.length >= world.limits[limit]) return false;
    recent.push(now);
    return true;
  };
}

/**
 * Limits calls per day in California, as each of Google's buckets does. The count is lost when the simulator
 * restarts.
 */
export function perPacificDay(world: World): Limit {
  let day = '';
  const spent = new Map<string, number>();
  return (name) => {
    const today = pacificDay(world.clock.now());
    if (today !== day) spent.clear();
    day = today;
    const units = (spent.get(name) ?? 0) + 1;
    spent.set(name, units);
    return units <= world.limits.youtubeUnitsPerDay;
  };
}
