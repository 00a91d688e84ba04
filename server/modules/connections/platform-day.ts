import type { ConnectablePlatform } from '#contract/platforms.ts';
import { after, DAY, SECOND } from '#server/infra/clock.ts';
import { pacificDay } from './platforms/pacific-days.ts';
import { quotaDays } from './platforms/services.ts';
import { secondsToPacificMidnight } from './platforms/youtube-reply.ts';

export interface PlatformDay {
  /** As a date column holds it. */
  name: string;
  startsAt: Date;
  endsAt: Date;
}

/** The day by which a platform counts calls: it begins at midnight in California or in UTC. */
export function platformDay(platform: ConnectablePlatform, now: Date): PlatformDay {
  if (quotaDays[platform] === 'Pacific') {
    const second = new Date(Math.floor(now.getTime() / SECOND) * SECOND);
    const endsAt = after(second, secondsToPacificMidnight(now) * SECOND);
    return { name: pacificDay(now), startsAt: after(endsAt, -DAY), endsAt };
  }
  const startsAt = new Date(Math.floor(now.getTime() / DAY) * DAY);
  return { name: startsAt.toISOString().slice(0, 10), startsAt, endsAt: after(startsAt, DAY) };
}
