import { dayAfter, pacificDay, pacificMidnight } from '#contract/pacific-days.ts';
import type { ConnectablePlatform } from '#contract/platforms/platforms.ts';
import { after, DAY } from '#server/infra/clock.ts';
import { quotaDays } from './platforms/services.ts';

export interface PlatformDay {
  /** Written like a date column: 2026-03-02. */
  name: string;
  startsAt: Date;
  endsAt: Date;
}

/** Returns the day in which a platform counts calls. It begins at midnight in California or in UTC. */
export function platformDay(platform: ConnectablePlatform, now: Date): PlatformDay {
  if (quotaDays[platform] === 'Pacific') {
    const name = pacificDay(now);
    return { name, startsAt: pacificMidnight(name), endsAt: pacificMidnight(dayAfter(name)) };
  }
  const startsAt = new Date(Math.floor(now.getTime() / DAY) * DAY);
  return { name: startsAt.toISOString().slice(0, 10), startsAt, endsAt: after(startsAt, DAY) };
}
