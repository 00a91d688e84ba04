import { sql } from 'kysely';
import { GONE_GRACE_DAYS } from '#contract/limits.ts';
import { after, DAY, HOUR } from '#server/infra/clock.ts';
import { forEachSettled } from '#server/infra/for-each-settled.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { endedMark } from './queries.ts';
import type { ForgetPosts } from './receive-instagram.ts';
import { auditPlatform, type ForgottenAccount } from './revoke-access.ts';

const BATCH = 100;
/**
 * Data is deleted at the latest this many days after the consent ended. This leaves nine of the thirty days
 * that YouTube's policies allow.
 */
const LATEST_DAYS = 21;

/**
 * Deletes data from YouTube after its consent has ended. Waits for the days in which the person can connect
 * again, and until no clip of the account is counted, so that all counts are final. YouTube's policies
 * require deletion within thirty days.
 */
export function forgetEndedJob({ db, forgetPosts }: { db: Database; forgetPosts: ForgetPosts }): Job {
  let next = 0;
  return {
    name: 'connections.forget-ended',
    async run(now, signal) {
      if (now.getTime() < next) return;
      await noteEnded(db, now);
      const ended = await findEnded(db, now);
      await forEachSettled(
        ended,
        (id) =>
          transact(db, async (tx) => {
            const account = await forget(tx, id, now);
            if (!account) return;
            await forgetPosts(tx, account);
            await auditPlatform(tx, 'connection.forgotten', id, {}, now);
          }),
        signal,
      );
      if (ended.length < BATCH) next = after(now, HOUR).getTime();
    },
    async nextDueAt() {
      const { rows } = await sql<{ at: Date | null }>`
        select min(c.ended_at) as at from connections c where c.ended_at is not null and ${isKept}`.execute(
        db,
      );
      const at = rows[0]?.at;
      return at ? new Date(Math.max(after(at, GONE_GRACE_DAYS * DAY).getTime(), next)) : null;
    },
  };
}

const isForgotten = sql<boolean>`(c.external_id like 'ended:%' or c.external_id like 'erased:%')`;

/** Whether this consent, or a newer one of the same person to the same channel, is live. */
const isCovered = sql<boolean>`(c.state = 'active' or exists (select from connections live
  where live.user_id = c.user_id and live.platform = c.platform
    and live.external_id = c.external_id and live.state = 'active'))`;

/** Whether data of the connection is still stored although no consent covers it. */
const isKept = sql<boolean>`(not ${isForgotten} and not ${isCovered})`;

/**
 * Notes when consents ended, whatever code ended them. If a consent is covered again, its end is cleared, so
 * a later end starts the full number of days.
 */
const noteEnded = (db: Database, now: Date) =>
  sql`
    update connections c set ended_at = case when ${isCovered} then null else ${now}::timestamptz end
    where c.platform = 'youtube' and c.verified_by = 'oauth' and not ${isForgotten}
      and (c.ended_at is not null) = ${isCovered}`.execute(db);

/**
 * Finds connections to forget. Waits until no clip is counted: a clip that is read daily notices the lost
 * account a day late, and its grace period starts only then.
 */
async function findEnded(db: Database, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from connections c
    where c.ended_at <= ${after(now, -GONE_GRACE_DAYS * DAY)} and ${isKept}
      and (c.ended_at <= ${after(now, -LATEST_DAYS * DAY)} or not exists (
        select from clip_tracking t where t.connection_id = c.id and t.state = 'polling'))
    order by c.ended_at limit ${BATCH}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Forgets a connection. Returns null if the person connected the channel again meanwhile. Keeps a fingerprint
 * of the channel's id, so that the same channel is recognized if the person connects it later.
 */
async function forget(tx: Tx, id: string, now: Date): Promise<ForgottenAccount | null> {
  const { rows } = await sql<ForgottenAccount>`
    update connections c set state = 'removed', removed_at = coalesce(c.removed_at, ${now}),
      external_id = ${endedMark('c.id', 'c.external_id')}, handle = 'erased', display_name = 'erased', followers = null,
      scopes = '', access_token_sealed = null, refresh_token_sealed = null, access_token_expires_at = null,
      refresh_leased_until = null
    where c.id = ${id} and ${isKept}
    returning c.id as "connectionId", c.user_id as "accountId"`.execute(tx);
  return rows[0] ?? null;
}
