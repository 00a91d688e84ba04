import { type RawBuilder, sql } from 'kysely';
import { ARCHIVED_DOMAIN } from '#contract/demo.ts';
import { isRefusal } from '#server/infra/outcome.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { eraseFilesOf } from '#server/modules/media/media.ts';
import { cancelByAdmin, markFailed } from '#server/modules/payouts/payouts.ts';
import { eraseStudioProjects } from '#server/modules/studio-projects/studio-projects.ts';

/** Whether the demo brought this row of users. */
export const ofDemo = (user: RawBuilder<unknown>) =>
  sql<boolean>`(${user}.is_demo or ${user}.email like '%@people.permille.example')`;

/**
 * Puts the people of an earlier demo aside, so that fresh ones can take their names: the ledger is append-only, its
 * history stays; the files that visitors sent go. They can't sign in, post nothing, and are paid nothing any more.
 */
export async function archiveDemo(db: Database, now: Date): Promise<void> {
  await transact(db, async (tx) => {
    const people = await sql<{ id: string }>`
      select u.id from users u where ${ofDemo(sql.ref('u'))}`.execute(tx);
    const ids = people.rows.map(({ id }) => id);
    if (ids.length === 0) return;
    await stopMoney(tx, ids, now);
    await sql`update listings set state = 'removed', pause_reason = null, removed_at = ${now}, removal_reason = 'Demo reset',
        remainder_frozen = true
      where host_id = any(${ids}::uuid[]) and state <> 'removed'`.execute(tx);
    await sql`update clip_tracking set state = 'stopped', next_poll_at = null
      where state = 'polling' and (clipper_id = any(${ids}::uuid[])
        or listing_id in (select id from listings where host_id = any(${ids}::uuid[])))`.execute(tx);
    await sql`update submissions set status = 'withdrawn', withdrawn_at = ${now}, decision = null, decision_commits_at = null
      where status = 'pending' and (clipper_id = any(${ids}::uuid[])
        or listing_id in (select id from listings where host_id = any(${ids}::uuid[])))`.execute(tx);
    await sql`update connections set state = 'removed', removed_at = ${now}, access_token_sealed = null, refresh_token_sealed = null
      where user_id = any(${ids}::uuid[]) and state <> 'removed'`.execute(tx);
    await sql`update profiles set username = 'old_' || right(replace(user_id::text, '-', ''), 12)
      where user_id = any(${ids}::uuid[])`.execute(tx);
    for (const id of ids) {
      await eraseFilesOf(tx, id);
      await eraseStudioProjects(tx, id);
    }
    await sql`delete from sessions where user_id = any(${ids}::uuid[])`.execute(tx);
    await sql`update users set is_demo = false, banned_at = coalesce(banned_at, ${now}), ban_reason = 'Demo reset',
      email = id || ${`@${ARCHIVED_DOMAIN}`} where id = any(${ids}::uuid[])`.execute(tx);
  });
}

/** What was on its way comes back: nobody is to pay an archived person. */
async function stopMoney(tx: Tx, ids: string[], now: Date): Promise<void> {
  const open = await tx
    .selectFrom('payouts')
    .select(['id', 'state'])
    .where('clipper_id', 'in', ids)
    .where('state', 'in', ['requested', 'processing'])
    // What PayPal has in hand ends there.
    .where('batch_id', 'is', null)
    .execute();
  for (const payout of open) {
    const act = { payoutId: payout.id, actorId: null, now };
    const stopped =
      payout.state === 'requested'
        ? await cancelByAdmin(tx, act, 'Demo reset')
        : await markFailed(tx, act, 'Demo reset');
    if (isRefusal(stopped)) throw new Error(`payout ${payout.id} could not be stopped: ${stopped.code}`);
  }
}
