import { sql } from 'kysely';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { columns, type Viewer } from './queries.ts';

/**
 * SQL: screenshot `p` was sent for an audit of its clip or to prove views by choice. It shows the account's analytics,
 * which the host may not see.
 */
export const showsAnalytics = sql<boolean>`(exists (
    select from clip_audits a join fraud_holds h on h.id = a.fraud_hold_id where a.submission_id = p.submission_id
      and p.sent_at between a.opened_at and greatest(a.due_at, coalesce(h.decided_at, 'infinity')))
  or exists (select from proof_requests r
    where r.submission_id = p.submission_id and p.sent_at between r.asked_at and r.due_at))`;

/**
 * Returns a picture of a clip or its video if this person may see it: the clip's clipper, the host of its
 * listing, and admins. The host may not see pictures of analytics.
 */
export async function visibleOfClip(
  db: Database | Tx,
  id: string,
  kind: 'screenshot' | 'poster' | 'clip',
  viewer: Viewer,
) {
  return await db
    .selectFrom('media_files')
    .select(columns)
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('state', '=', 'ready')
    .where((eb) =>
      eb.or([
        eb.lit(viewer.role === 'admin'),
        eb('owner_id', '=', viewer.accountId),
        eb.exists(
          eb
            .selectFrom(
              db
                .selectFrom('clip_posters')
                .select(['media_id', 'submission_id'])
                .unionAll(
                  db
                    .selectFrom('view_attestations as p')
                    .select(['p.media_id', 'p.submission_id'])
                    .where(sql<boolean>`not ${showsAnalytics}`),
                )
                .unionAll(db.selectFrom('clip_files').select(['media_id', 'submission_id']))
                .as('p'),
            )
            .innerJoin('submissions as s', 's.id', 'p.submission_id')
            .innerJoin('listings as l', 'l.id', 's.listing_id')
            .select('l.id')
            .whereRef('p.media_id', '=', 'media_files.id')
            .where('l.host_id', '=', viewer.accountId),
        ),
      ]),
    )
    .executeTakeFirst();
}
