import { settingsPath } from '#contract/accounts/settings-path.ts';
import { type PostPlatform, platforms } from '#contract/platforms/platforms.ts';
import { bySystem, writeAudit } from '#server/infra/audit.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { notify } from '#server/modules/notifications/notifications.ts';
import { earningText } from './earning-text.ts';
import { earningClips } from './queries.ts';

interface Refused {
  connectionId: string;
  /** The sealed token that was refused; null if there is none. */
  sealed: string | null;
  now: Date;
}

/**
 * Ends a release because the platform refuses its readings. Changes nothing and returns false if the
 * connection or the release has another token than the refused one, because then the release is newer.
 */
export async function endRelease(db: Database, { connectionId, sealed, now }: Refused): Promise<boolean> {
  return await transact(db, async (tx) => {
    const ended = await tx
      .updateTable('connections')
      .set({ analytics_released_at: null })
      .where('id', '=', connectionId)
      .where('analytics_released_at', 'is not', null)
      .where(({ or, eb, exists, not, selectFrom }) => {
        const own = selectFrom('analytics_consents as a')
          .select('a.connection_id')
          .whereRef('a.connection_id', '=', 'connections.id');
        if (sealed === null) return not(exists(own));
        return or([
          eb('access_token_sealed', '=', sealed),
          exists(own.where('a.access_token_sealed', '=', sealed)),
        ]);
      })
      .returning(['user_id', 'handle', 'platform', earningClips('connections').as('clips')])
      .executeTakeFirst();
    if (!ended) return false;
    const { name } = platforms[ended.platform as PostPlatform];
    const notice = {
      accountId: ended.user_id,
      kind: 'connection.analytics_ended' as const,
      title: 'Your analytics are no longer read',
      body: `${name} no longer lets us read the analytics of @${ended.handle}. We have deleted what we had read. The account stays connected, and its clips are judged by their counts alone until you release its analytics again.${earningText(ended.clips)}`,
      link: settingsPath('clipper', 'accounts'),
    };
    await notify(tx, notice, now);
    await writeAudit(tx, bySystem(now), 'connection.analytics_ended', 'connection', connectionId);
    return true;
  });
}
