import type { ConnectablePlatform } from '#contract/connections.ts';
import { after, DAY, SECOND } from '#server/infra/clock.ts';
import { secondsToPacificMidnight } from './platforms/youtube-reply.ts';

export interface PlatformDay {
  /** As a date column holds it. */
  name: string;
  startsAt: Date;
  endsAt: Date;
}

const pacificDate = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' });

/** The day by which a platform counts calls: YouTube's begins at midnight in California, the others' are taken as UTC. */
export function platformDay(platform: ConnectablePlatform, now: Date): PlatformDay {
  if (platform === 'youtube') {
    const second = new Date(Math.floor(now.getTime() / SECOND) * SECOND);
    const endsAt = after(second, secondsToPacificMidnight(now) * SECOND);
    return { name: pacificDate.format(now), startsAt: after(endsAt, -DAY), endsAt };
  }
  const startsAt = new Date(Math.floor(now.getTime() / DAY) * DAY);
  return { name: startsAt.toISOString().slice(0, 10), startsAt, endsAt: after(startsAt, DAY) };
}
