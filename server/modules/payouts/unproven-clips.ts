import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { type Micros, micros, sumOf } from '#contract/money.ts';
import { type PostPlatform, platforms, postPlatforms } from '#contract/platforms/platforms.ts';
import type { ProofWay, UnprovenClip } from '#contract/proofs.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import {
  proofRequestOf,
  type RequestColumns,
  requestColumns,
  toRequest,
} from '#server/modules/attestations/attestations.ts';
import { isShown } from '#server/modules/fraud-holds/fraud-holds.ts';
import { provenViews } from '#server/modules/proofs/proofs.ts';
import { waitingRows } from './waiting.ts';

/** Platforms that show an account's owner enough kinds of figures to prove views. */
const provenByFigures = postPlatforms.filter((platform) => platforms[platform].reports);

const way = sql<ProofWay>`case
  when exists (select from clip_audits a join fraud_holds h on h.id = a.fraud_hold_id
    where a.submission_id = t.submission_id and h.state in ('open', 'escalated') and not ${isShown}) then 'audit'
  when exists (select from fraud_holds h where h.submission_id = t.submission_id and h.state in ('open', 'escalated')) then 'held'
  when r.state = 'shown' then 'decided'
  when r.state = 'open' then 'code'
  when r.state = 'refused' then 'later'
  when c.analytics_released_at is not null then 'released'
  when t.count_level = 'platform' and t.platform = any(${provenByFigures}::text[]) then 'release'
  else 'show' end`;

interface Row extends RequestColumns {
  submission_id: string;
  title: string;
  caption: string;
  url: string;
  platform: PostPlatform;
  views: bigint;
  unproven_views: bigint;
  waiting_micros: bigint;
  way: ProofWay;
}

export interface UnprovenClips {
  /** The sum that waits for proof, of all clips of the person. */
  waitingMicros: Micros;
  /** The clips whose earnings are not all proven, those with the largest waiting sums first. */
  clips: (UnprovenClip & { countedViews: bigint })[];
}

/** Returns a clipper's clips with earnings for unproven views. */
export async function findUnproven(
  db: Database | Tx,
  clipperId: AccountId,
  now: Date,
): Promise<UnprovenClips> {
  const { rows } = await sql<Row>`
    with waiting as materialized (
      select submission_id, sum(unproven_micros)::bigint as micros from (${await waitingRows(db, [clipperId], now)}) w
      where clipper_id = ${clipperId} group by submission_id
    )
    select t.submission_id, l.title, s.caption, s.url, t.platform, t.views, e.paid_views - ${provenViews} as unproven_views,
      coalesce(w.micros, 0) as waiting_micros, ${requestColumns}, ${way} as way
    from clip_earnings e
    join clip_tracking t on t.submission_id = e.submission_id
    join submissions s on s.id = e.submission_id and s.status = 'approved'
    join listings l on l.id = s.listing_id
    left join connections c on c.id = t.connection_id
    left join waiting w on w.submission_id = e.submission_id
    ${proofRequestOf(now)}
    where e.clipper_id = ${clipperId} and ${provenViews} < e.paid_views and t.proven_views < t.views
    order by waiting_micros desc, t.submission_id`.execute(db);
  return {
    waitingMicros: sumOf(rows.map((row) => micros(row.waiting_micros))),
    clips: rows.map((row) => ({
      submissionId: row.submission_id,
      listingTitle: row.title,
      caption: row.caption,
      url: row.url,
      platform: row.platform,
      unprovenViews: Number(row.unproven_views),
      waitingMicros: micros(row.waiting_micros),
      way: row.way,
      request: toRequest(row),
      countedViews: row.views,
    })),
  };
}

/** The ways that a clipper can take although no code was made. */
const askable: readonly ProofWay[] = ['release', 'released', 'show'];

export const isAskable = ({ way }: Pick<UnprovenClip, 'way'>): boolean => askable.includes(way);
