import { sql } from 'kysely';
import { after } from '#server/infra/clock.ts';
import type { OutsideAnswer } from '#server/infra/post-outside.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import type { Claimed } from './claim.ts';
import { noteFailure } from './note-failure.ts';
import { type Reading, readAnswer } from './read-answer.ts';
import { notBefore, retryAfterMs } from './rules.ts';

const EXCERPT_LETTERS = 1_000;

/** Returns the start of a receiver's answer, without characters that PostgreSQL can't store. */
const excerptOf = (text: string): string | null =>
  text.replaceAll('\0', '').slice(0, EXCERPT_LETTERS).toWellFormed() || null;

interface Times {
  begunAt: Date;
  now: Date;
}

/** Outcomes of an attempt; `limited`: the receiver asked for a later attempt. */
export const attemptOutcomes = ['delivered', 'refused', 'unanswered', 'limited', 'unsent'] as const;
type AttemptOutcome = (typeof attemptOutcomes)[number];

/** Stores the outcome of an attempt. Does nothing if another process has claimed the row meanwhile. */
export async function noteAttempt(
  db: Database,
  claimed: Claimed,
  answer: OutsideAnswer,
  times: Times,
): Promise<AttemptOutcome> {
  const reading = readAnswer(claimed.format, answer, times.now);
  if (reading.kind === 'taken') await noteTaken(db, claimed, answer);
  else if (reading.kind === 'limited') await noteLimited(db, claimed, answer, reading, times.now);
  else await transact(db, (tx) => noteRefused(tx, claimed, answer, reading, times));
  if (answer.status === null) return 'unanswered';
  return reading.kind === 'taken' ? 'delivered' : reading.kind === 'limited' ? 'limited' : 'refused';
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

/**
 * Stores that the receiver limits the rate, which is neither a failure nor an attempt. The message, and every
 * other message to the same receiver, waits until the receiver allows it.
 */
async function noteLimited(
  db: Database,
  { id, endpointId, leaseId }: Claimed,
  answer: OutsideAnswer,
  { askedMs, isForAll }: Reading,
  now: Date,
): Promise<void> {
  const until = after(now, askedMs);
  await sql`
    update webhook_deliveries set attempts = greatest(attempts - 1, 0), next_attempt_at = ${until},
      lease_id = null, leased_until = null, last_status = ${answer.status}, last_ms = ${answer.ms},
      last_error = 'It was too soon.', last_response = ${excerptOf(answer.text)}
    where id = ${id} and lease_id = ${leaseId}`.execute(db);
  await sql`
    update webhook_endpoints set paused_until = greatest(paused_until, ${until})
    where id in (
      select id from webhook_endpoints
      where ${isForAll ? sql`format = 'discord' and state = 'enabled'` : sql`id = ${endpointId}`}
      order by id for update
    )`.execute(db);
}

/**
 * Stores that nothing was sent, because the event is no longer worth a message. The endpoint's failures are
 * not changed.
 */
export async function noteUnsent(
  db: Database,
  { id, leaseId }: Claimed,
  why: string,
): Promise<AttemptOutcome> {
  await db
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', next_attempt_at: null, lease_id: null, leased_until: null, last_error: why })
    .where('id', '=', id)
    .where('lease_id', '=', leaseId)
    .execute();
  return 'unsent';
}

async function noteRefused(
  tx: Tx,
  { id, endpointId, leaseId, attempts }: Claimed,
  answer: OutsideAnswer,
  { kind, askedMs }: Reading,
  { begunAt, now }: Times,
): Promise<void> {
  // Locks the endpoint first, as disabling it does.
  const endpoint = await tx
    .selectFrom('webhook_endpoints')
    .select(['id', 'owner_id', 'url', 'name', 'state', 'consecutive_failures', 'paused_until'])
    .where('id', '=', endpointId)
    .forUpdate()
    .executeTakeFirst();
  if (!endpoint) return;
  const ownMs = retryAfterMs(attempts);
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
  if (noted) await noteFailure(tx, endpoint, { isGone: kind === 'gone', askedMs, begunAt, now });
}

const errorOf = (status: number | null): string =>
  status !== null && status >= 300 && status < 400
    ? 'The receiver redirects, which is not followed.'
    : 'The receiver did not accept it.';
