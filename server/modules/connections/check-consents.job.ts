import { sql } from 'kysely';
import { after, DAY, HOUR, SECOND } from '#server/infra/clock.ts';
import { forEachSettled } from '#server/infra/for-each-settled.ts';
import type { Job } from '#server/infra/tick.ts';
import type { Database } from '#server/infra/transaction.ts';
import { openConnection } from './access.ts';
import { attributeAnswer } from './attribute-refusal.ts';
import type { ConnectionReader } from './deps.ts';
import { markDead } from './mark-dead.ts';
import { canPass } from './platforms/adapter.ts';
import { renewAnalytics } from './read-analytics.ts';

const BATCH = 50;
const PARALLEL = 5;

/**
 * Checks every consent daily, and at Twitch hourly, as Twitch requires for sessions
 * (dev.twitch.tv/docs/authentication/validate-tokens). The check opens the access, which renews tokens that
 * expire soon. So an Instagram token does not expire after sixty idle days, and a consent revoked at Google
 * is noticed within a day.
 */
export function checkConsentsJob(deps: ConnectionReader): Job {
  const { db } = deps;
  return {
    name: 'connections.check-consents',
    everyMs: 10 * SECOND,
    async run(now, signal) {
      while (!signal?.aborted) {
        const due = await claimDue(db, now);
        await forEachSettled(due, (id) => checkConsent(deps, id, now), signal, PARALLEL);
        if (due.length < BATCH) return;
      }
    },
    // Twitch is left out, so that a moved clock does not stop for its hourly checks, which change nothing
    // else.
    nextDueAt: () =>
      db
        .selectFrom('connections')
        .select(sql<Date | null>`min(next_check_at)`.as('at'))
        .where('state', '=', 'active')
        .where('verified_by', '=', 'oauth')
        .where('platform', '<>', 'twitch'),
  };
}

/** Claims due consents for this process by setting the time of their next check. */
async function claimDue(db: Database, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update connections set next_check_at =
      case platform when 'twitch' then ${after(now, HOUR)}::timestamptz else ${after(now, DAY)}::timestamptz end
    where id in (
      select id from connections
      where state = 'active' and verified_by = 'oauth' and (next_check_at is null or next_check_at <= ${now})
      order by next_check_at nulls first limit ${BATCH} for update skip locked)
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

const noteConfirmed = (db: Database, connectionId: string, now: Date) =>
  db.updateTable('connections').set({ answered_at: now }).where('id', '=', connectionId).execute();

async function checkConsent(deps: ConnectionReader, connectionId: string, now: Date): Promise<void> {
  const opened = await openConnection(deps, connectionId, now);
  if (opened.ok) {
    const { access, adapter, sealed } = opened.value;
    if (adapter.validate) {
      const validated = await adapter.validate(access.accessToken);
      const checked = await attributeAnswer(deps.db, { connectionId, api: 'tokens', now }, validated);
      if (!checked.ok) {
        if (checked.problem.kind === 'token_dead') await markDead(deps.db, { connectionId, sealed, now });
        return;
      }
      await noteConfirmed(deps.db, connectionId, now);
    }
    return await renewAnalytics(deps, connectionId, now);
  }
  const { kind } = opened.problem;
  if (!canPass(kind) && kind !== 'misconfigured') return;
  await deps.db
    .updateTable('connections')
    .set({ next_check_at: after(now, HOUR) })
    .where('id', '=', connectionId)
    .where('state', '=', 'active')
    .execute();
}
