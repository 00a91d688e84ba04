import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { after, SECOND } from '#server/infra/clock.ts';
import type { Database } from '#server/infra/transaction.ts';
import type { PayloadEvent } from './payload.ts';

/** A delivery with all data that its attempt needs. */
export interface Claimed extends PayloadEvent {
  id: string;
  endpointId: string;
  eventId: string;
  leaseId: string;
  attempts: number;
  url: string;
  format: string;
  ownerId: AccountId;
  secretSealed: string;
  previousSecretSealed: string | null;
}

/**
 * If the process that claimed a delivery dies, the delivery is tried again after this time, which is longer
 * than an attempt may take.
 */
const LEASE_MS = 30 * SECOND;
/**
 * Maximum of concurrent attempts to one endpoint. An endpoint that failed last gets one attempt at a time. So
 * does a Discord channel, which people read in order.
 */
const PER_ENDPOINT = 8;

/**
 * Claims up to `most` due deliveries for the lease. Takes a few deliveries of each endpoint, first of the
 * endpoints with the fewest running attempts, so that a slow endpoint delays no other. No row is claimed
 * twice at the same time, also by other processes.
 */
export async function claimDeliveries(db: Database, now: Date, most: number): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    with recursive waiting as (
      (select endpoint_id from webhook_deliveries where state = 'waiting' order by endpoint_id limit 1)
      union all
      select (
        select d.endpoint_id from webhook_deliveries d
        where d.state = 'waiting' and d.endpoint_id > w.endpoint_id order by d.endpoint_id limit 1
      ) from waiting w where w.endpoint_id is not null
    ), due as (
      select first.id, e.url, e.format, e.owner_id, e.secret_sealed,
        case when e.previous_secret_until > ${now} then e.previous_secret_sealed end as previous_secret_sealed
      from waiting w
      join webhook_endpoints e on e.id = w.endpoint_id and e.state = 'enabled'
        and coalesce(e.paused_until <= ${now}, true)
      join accounts u on u.id = e.owner_id and u.closed_at is null and u.banned_at is null
      cross join lateral (
        select count(*) as leased from webhook_deliveries l
        where l.endpoint_id = e.id and l.lease_id is not null and l.leased_until > ${now}
      ) busy
      cross join lateral (
        select d.id from webhook_deliveries d
        where d.endpoint_id = e.id and d.state = 'waiting' and d.next_attempt_at <= ${now}
          and (d.leased_until is null or d.leased_until <= ${now})
        order by d.next_attempt_at, d.id
        limit greatest(0, case when e.consecutive_failures > 0 or e.format = 'discord' then 1 else ${PER_ENDPOINT} end - busy.leased)
        for update skip locked
      ) first
      order by busy.leased + row_number() over (partition by w.endpoint_id), random() limit ${most}
    )
    update webhook_deliveries d
    set attempts = d.attempts + 1, lease_id = gen_random_uuid(), leased_until = ${after(now, LEASE_MS)},
      last_attempt_at = ${now}
    from due where d.id = due.id
    returning d.id, d.endpoint_id as "endpointId", d.event_id as "eventId", d.lease_id as "leaseId", d.attempts,
      d.kind, d.occurred_at as "occurredAt", d.subject_id as "subjectId", d.submission_id as "submissionId",
      d.listing_id as "listingId", due.url, due.format, due.owner_id as "ownerId", due.secret_sealed as "secretSealed",
      due.previous_secret_sealed as "previousSecretSealed"`.execute(db);
  return rows;
}

/** SQL: the next moment at which a delivery will be due. */
export const nextAttemptAt = sql`
  select min(greatest(d.next_attempt_at, e.paused_until))
  from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
  where d.state = 'waiting' and e.state = 'enabled'`;
