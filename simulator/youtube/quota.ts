import { pacificDay } from '#contract/pacific-days.ts';
import type { World } from '../world.ts';

type Bucket = 'main' | 'stats' | 'analytics';

/**
 * Counts units per key, bucket and day in California, as Google does. The count is lost when the simulator
 * restarts.
 */
export function youtubeQuota(world: World): { spend(bucket: Bucket, key: string): boolean } {
  let day = '';
  const spent = new Map<string, number>();
  return {
    spend(bucket, key) {
      const today = pacificDay(world.clock.now());
      if (today !== day) spent.clear();
      day = today;
      const name = `${bucket} ${key}`;
      const units = (spent.get(name) ?? 0) + 1;
      spent.set(name, units);
      return units <= world.limits.youtubeUnitsPerDay;
    },
  };
}
