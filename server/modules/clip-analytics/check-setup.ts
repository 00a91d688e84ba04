import { sql } from 'kysely';
import { type PostPlatform, platforms } from '#contract/platforms/platforms.ts';
import type { HealthCheck } from '#server/infra/health-check.ts';
import type { Database } from '#server/infra/transaction.ts';

/** Reports platforms whose analytics API the operator did not enable, because they refuse every reading. */
export const analyticsCheck = (db: Database): HealthCheck => ({
  name: 'Released analytics',
  async problem() {
    const { rows } = await sql<{ platform: PostPlatform; clips: number }>`
      select t.platform, count(*)::int as clips from clip_analytics a
      join clip_tracking t on t.submission_id = a.submission_id and t.state = 'polling'
      where a.trouble = 'not_set_up' group by t.platform order by t.platform`.execute(db);
    const sentences = rows.map(
      ({ platform, clips }) =>
        `${platforms[platform].name} does not let this server read the analytics of ${clips} ${clips === 1 ? 'clip' : 'clips'} whose owners release them${ways[platform] ?? ''}.`,
    );
    return sentences.length > 0 ? sentences.join(' ') : null;
  },
});

const ways: Partial<Record<PostPlatform, string>> = {
  tiktok:
    ': look whether the app of TIKTOK_BUSINESS_APP_ID has the permission “TikTok Accounts”, and its secret is the one set',
  youtube: ': enable the YouTube Analytics API in the Google project of YOUTUBE_CLIENT_ID',
};
