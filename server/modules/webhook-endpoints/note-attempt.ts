import { sql } from 'kysely';
import type { OutsideAnswer } from '#server/infra/post-outside.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import type { Claimed } from './claim.ts';
import { noteFailure } from './note-failure.ts';
import { askedPauseMs, notBefore, retryAfterMs } from './rules.ts';

const GONE = 410;
const EXCERPT_LETTERS = 1_000;

/** What a receiver answered, as PostgreSQL can store it. */
const excerptOf = (text: string): string | null =>
  text.replaceAll('\0', '').slice(0, EXCERPT_LETTERS).toWellFormed() || null;

export const wasTaken = ({ status }: OutsideAnswer): boolean =>
  status !== null && status >= 200 && status < 300;

/** Notes what came of an attempt. Nothing, when somebody else has the row by now. */
export async function noteAttempt(
  db: Database,
  claimed: Claimed,
  answer: OutsideAnswer,
  times: { begunAt: Date; now: Date },
): Promise<void> {
  if (wasTaken(answer)) await noteTaken(db, claimed, answer);
  else await transact(db, (tx) => noteRefused(tx, claimed, answer, times));
}

async function noteTaken(db: Database, { id, leaseId }: Claimed, answer: OutsideAnswer): Promise<void> {
  await sql`
    with taken as (
      update webhook_deliveries set state = 'delivered', next_attempt_at = null, lease_id = null, leased_until = null,
        last_status = ${answer.status}, last_ms = ${answer.ms}, last_error = null,
        last_response = ${excerptOf(answer.text)}
      where id = ${id} and lease_id = ${leaseId} returning endpoint_id
    )
    update webhook_endpoints e set consecutive_failures = 0, paused_until = null
    from taken where e.id = taken.endpoint_id and e.consecutive_failures > 0`.execute(db);
}

async function noteRefused(
  tx: Tx,
  { id, endpointId, leaseId, attempts }: Claimed,
  answer: OutsideAnswer,
  { begunAt, now }: { begunAt: Date; now: Date },
): Promise<void> {
  // The endpoint first, as whoever switches it off does.
  const endpoint = await tx
    .selectFrom('webhook_endpoints')
    .select(['id', 'owner_id', 'url', 'state', 'consecutive_failures', 'paused_until'])
    .where('id', '=', endpointId)
    .forUpdate()
    .executeTakeFirst();
  if (!endpoint) return;
  const ownMs = retryAfterMs(attempts);
  const askedMs = askedPauseMs(answer.status, answer.retryAfter, now);
  const noted = await tx
    .updateTable('webhook_deliveries')
    .set({
      ...(ownMs === null
        ? { state: 'failed', next_attempt_at: null }
        : { next_attempt_at: notBefore(now, ownMs, askedMs) }),
      lease_id: null,
      leased_until: null,
      last_status: answer.status,
      last_ms: answer.ms,
      last_error: answer.error ?? errorOf(answer.status),
      last_response: excerptOf(answer.text),
    })
    .where('id', '=', id)
    .where('lease_id', '=', leaseId)
    .returning('id')
    .executeTakeFirst();
  if (noted) await noteFailure(tx, endpoint, { isGone: answer.status === GONE, askedMs, begunAt, now });
}

const errorOf = (status: number | null): string =>
  status !== null && status >= 300 && status < 400
    ? 'The receiver redirects, which is not followed.'
    : 'The receiver did not accept it.';
