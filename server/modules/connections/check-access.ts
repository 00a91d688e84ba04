import { sql } from 'kysely';
import { momentText } from '#contract/dates.ts';
import { type ConnectablePlatform, platforms } from '#contract/platforms/platforms.ts';
import { after, type Clock, DAY, HOUR } from '#server/infra/clock.ts';
import type { HealthCheck } from '#server/infra/health-check.ts';
import type { Labelled, Metric } from '#server/infra/metric.ts';
import type { Database } from '#server/infra/transaction.ts';
import type { AskedApi } from './refusal-standing.ts';

/**
 * A refusal that did not recur for this long is over. Each time is longer than the longest wait before a
 * retry.
 */
const CURRENT_MS = { posts: 3 * HOUR, analytics: 2 * DAY };

interface AppRefusal {
  platform: ConnectablePlatform;
  api: AskedApi;
  since: Date;
  is_inferred: boolean;
  detail: string;
  /** People whose accounts are refused and who are not asked to connect again. */
  people: number;
}

/** Finds the platforms that refuse our own app. */
export async function findAppRefusals(db: Database, now: Date): Promise<AppRefusal[]> {
  const { rows } = await sql<AppRefusal>`
    select a.platform, a.api, a.since, a.is_inferred, a.detail,
      (select count(distinct c.user_id)::int from account_refusals r join connections c on c.id = r.connection_id
        where c.platform = a.platform and r.api = a.api and r.blamed_at is null and c.state = 'active') as people
    from app_refusals a
    where a.last_at > case a.api when 'analytics' then ${after(now, -CURRENT_MS.analytics)}::timestamptz
      else ${after(now, -CURRENT_MS.posts)}::timestamptz end
    order by a.platform, a.api`.execute(db);
  return rows;
}

const wants: Record<AskedApi, string> = {
  posts: 'posts',
  tokens: 'accounts',
  analytics: 'released analytics',
};

/** Returns a sentence for operators: since when and how a platform refuses our app, and how we know. */
export function refusalSentence({ platform, api, since, is_inferred, detail, people }: AppRefusal): string {
  const { name } = platforms[platform];
  return is_inferred
    ? `${name} has refused the ${wants[api]} of ${people} people at once since ${momentText(since)}, so this counts as a problem of Permille’s app (${detail}).`
    : `${name} has refused Permille’s app since ${momentText(since)} (${detail}).`;
}

/** Advice that holds for every refusal. */
export const refusalAdvice =
  'Nobody is asked to reconnect. Check the app in the platform’s console; reading resumes automatically.';

/** Reports platforms that do not let our own app read. */
export const accessCheck = (db: Database, clock: Clock): HealthCheck => ({
  name: 'Platform access',
  async problem() {
    const sentences = (await findAppRefusals(db, clock.now())).map(refusalSentence);
    return sentences.length > 0 ? [...sentences, refusalAdvice].join(' ') : null;
  },
  notice: {
    of: 'services',
    async read() {
      const refused = (await findAppRefusals(db, clock.now())).filter(({ api }) => api !== 'analytics');
      const names = new Set(refused.map(({ platform }) => platforms[platform].name));
      return names.size > 0 ? `Views can’t be read right now: ${[...names].join(', ')}.` : null;
    },
  },
});

/** The metric is read from the database, so it is the same in every process. */
export const accessMetric = (db: Database, clock: Clock): Metric => ({
  name: 'permille_platform_refuses_app',
  help: 'Whether a platform refuses our own app: 1, or absent',
  labelNames: ['platform', 'api'],
  read: async (): Promise<Labelled[]> =>
    (await findAppRefusals(db, clock.now())).map(({ platform, api }) => ({
      labels: { platform, api },
      value: 1,
    })),
});
