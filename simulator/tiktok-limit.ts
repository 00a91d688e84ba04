import type { World } from './world.ts';

/** A sliding one-minute window per app and endpoint, on the simulator's clock. */
export function slidingMinute(world: World): (clientId: string) => boolean {
  const calls = new Map<string, number[]>();
  return (clientId) => {
    const now = world.clock.now().getTime();
    const recent = (calls.get(clientId) ?? []).filter((at) => at > now - 60_000);
    calls.set(clientId, recent);
    if (recent.length >= world.limits.tiktokRequestsPerMinute) return false;
    recent.push(now);
    return true;
  };
}
