import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { PAGE_ROWS } from '#contract/limits.ts';
import type { WebhookDelivery, WebhookEndpoint } from '#contract/webhook-endpoints/webhook-endpoints.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { type SortedRow, sorted, sortValues } from '#server/infra/sorted.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { type PayloadEvent, payloadOf } from './payload.ts';

export async function listEndpoints(db: Database, ownerId: AccountId, now: Date): Promise<WebhookEndpoint[]> {
  const { rows } = await sql<WebhookEndpoint>`
    select id, url, kinds, state, disabled_reason as "disabledReason", consecutive_failures as "consecutiveFailures",
      case when paused_until > ${now} then paused_until end as "pausedUntil",
      case when previous_secret_until > ${now} then previous_secret_until end as "previousSecretUntil",
      created_at as "createdAt"
    from webhook_endpoints where owner_id = ${ownerId} and format = 'standard' order by created_at, id`.execute(
    db,
  );
  return rows;
}

export interface FormatCounts {
  standard: number;
  discord: number;
}

export function countFormats(endpoints: readonly { format: string }[]): FormatCounts {
  const discord = endpoints.filter(({ format }) => format === 'discord').length;
  return { standard: endpoints.length - discord, discord };
}

/** Returns the number of a person's enabled endpoints, by format. */
export const countEndpointsOf = async (db: Database | Tx, ownerId: AccountId): Promise<FormatCounts> =>
  countFormats(
    await db
      .selectFrom('webhook_endpoints')
      .select('format')
      .where('owner_id', '=', ownerId)
      .where('state', '=', 'enabled')
      .execute(),
  );

type Row = Omit<WebhookDelivery, 'payload'> & PayloadEvent & SortedRow;

const values = sortValues({ created: { by: sql`created_at`, kind: 'moment' } });

/** Returns the log of an endpoint, newest first. */
export async function listDeliveries(
  db: Database,
  { endpointId, ownerId, cursor }: { endpointId: string; ownerId: AccountId; cursor: string | undefined },
  appUrl: string,
): Promise<Outcome<{ rows: WebhookDelivery[]; nextCursor: string | null }, 'not_found'>> {
  const own = await db
    .selectFrom('webhook_endpoints')
    .select(['paused_until', 'format'])
    .where('id', '=', endpointId)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  if (!own) return refuse('not_found');
  const list = sorted(values, { cursor }, '-created');
  const { rows } = await sql<Row>`
    select id, event_id as "eventId", kind, occurred_at as "occurredAt", subject_id as "subjectId",
      submission_id as "submissionId", listing_id as "listingId", state, attempts, created_at as "createdAt",
      case when state = 'waiting' then greatest(next_attempt_at, ${own.paused_until}) end as "nextAttemptAt", last_attempt_at as "lastAttemptAt", last_status as "lastStatus",
      last_ms as "lastMs", last_error as "lastError", last_response as "lastResponse", ${list.column}
    from webhook_deliveries where endpoint_id = ${endpointId} ${list.after}
    order by ${list.order} limit ${PAGE_ROWS + 1}`.execute(db);
  const page = list.page(rows, PAGE_ROWS);
  return {
    ...page,
    rows: page.rows.map((row) => ({
      ...row,
      // The message to a channel is written when it is sent, and Discord's answer contains it.
      payload: own.format === 'discord' ? null : payloadOf(row, appUrl),
    })),
  };
}

export async function countDue(db: Database, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
    where d.state = 'waiting' and d.next_attempt_at <= ${now} and e.state = 'enabled'
      and coalesce(e.paused_until <= ${now}, true) and (d.leased_until is null or d.leased_until <= ${now})`.execute(
    db,
  );
  return rows[0]!.count;
}

export async function countEndpoints(db: Database, which: 'failing' | 'off'): Promise<number> {
  const matches = {
    failing: sql`state = 'enabled' and consecutive_failures > 0`,
    off: sql`disabled_reason in ('gone', 'failing')`,
  };
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from webhook_endpoints where ${matches[which]}`.execute(db);
  return rows[0]!.count;
}
