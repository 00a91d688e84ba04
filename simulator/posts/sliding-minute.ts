import type { Limits, World } from '../world.ts';

type MinuteLimit = Exclude<keyof Limits, 'youtubeUnitsPerDay'>;

/**
 * Returns a function that limits calls per app, or per other name, in a sliding minute of the simulator's
 * clock.
 */
export function slidingMinute(world: World, limit: MinuteLimit): (name: string) => boolean {
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
