import { type PostPlatform, platforms } from '#contract/platforms.ts';
import { bySystem, writeAudit } from '#server/infra/audit.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { notify } from '#server/modules/notifications/notifications.ts';
import { openAccess } from './access.ts';
import type { ConnectionReader } from './connect.ts';
import { earningText } from './earning-text.ts';
import { markDead } from './mark-dead.ts';
import { type Answer, problem, type ReleasedPost, type ReleasedStretch } from './platforms/adapter.ts';
import { earningClips } from './queries.ts';

/** Reads what the owner of a connected account released of one post; the account is connected and releases it. */
export type ReadAnalytics = (
  connectionId: string,
  post: ReleasedPost,
  now: Date,
) => Promise<Answer<ReleasedStretch[]>>;

/** A permission that the platform no longer grants ends the release, and a dead token the connection. */
export async function readAnalytics(
  deps: ConnectionReader,
  connectionId: string,
  post: ReleasedPost,
  now: Date,
): Promise<Answer<ReleasedStretch[]>> {
  const opened = await openAccess(deps, connectionId, now);
  if (!opened.ok) return opened;
  const { adapter, access, sealed } = opened.value;
  const answer = await adapter.readAnalytics?.(access, post);
  if (!answer) return problem('misconfigured', 'no analytics are read of the platform');
  if (answer.ok) return answer;
  const { kind } = answer.problem;
  if (kind === 'token_dead') await markDead(deps.db, { connectionId, sealed, now });
  if (kind === 'denied') await endRelease(deps.db, { connectionId, sealed, now });
  return answer;
}

/** Guarded by the token that was refused: a release that was given since stands. */
async function endRelease(
  db: Database,
  { connectionId, sealed, now }: { connectionId: string; sealed: string; now: Date },
): Promise<void> {
  await transact(db, async (tx) => {
    const ended = await tx
      .updateTable('connections')
      .set({ analytics_released_at: null })
      .where('id', '=', connectionId)
      .where('access_token_sealed', '=', sealed)
      .where('analytics_released_at', 'is not', null)
      .returning(['user_id', 'handle', 'platform', earningClips('connections').as('clips')])
      .executeTakeFirst();
    if (!ended) return;
    const { name } = platforms[ended.platform as PostPlatform];
    const notice = {
      userId: ended.user_id,
      kind: 'connection.analytics_ended' as const,
      title: 'Your analytics are no longer read',
      body: `${name} no longer lets us read the analytics of @${ended.handle}. What was read is deleted. The account stays connected, and its clips are judged by their counts alone until you release its analytics again.${earningText(ended.clips)}`,
      link: '/clipper/settings',
    };
    await notify(tx, notice, now);
    await writeAudit(tx, bySystem(now), 'connection.analytics_ended', 'connection', connectionId);
  });
}
