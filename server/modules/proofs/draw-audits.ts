import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { AUDIT_STAKE } from '#contract/limits.ts';
import { after, DAY } from '#server/infra/clock.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { ON_HOLD } from '#server/modules/fraud-holds/fraud-holds.ts';
import { awaitAnalytics, isReleasing } from './awaited-audits.ts';
import { type DrawnClip, openAudit } from './open-audit.ts';
import { limits, peopleOf } from './people.ts';
import { provenViews } from './proven-views.ts';
import { settleDraws } from './settle-draws.ts';

/** Returns an unpredictable number from 0 to below 1. */
export type Draw = () => number;

/** Money that a clip earns during an audit and this long after it is drawn afterwards, as one sum. */
const REST_DAYS = 7;
const AT_ONCE = 500;

interface Candidate extends DrawnClip {
  /** Whether the clip's owner releases analytics, which are read as long as it is counted. */
  releases: boolean;
  audit_percent: number;
}

/**
 * Draws for each clip that earned money for unproven views whether an audit begins. The probability grows
 * with the money: earnings in many small steps are audited as often as the same sum at once. The draw is
 * stored with the sum it was made for, so neither repeating it nor a second process draws twice.
 */
export async function drawAudits(db: Database, now: Date, draw: Draw): Promise<void> {
  while ((await transact(db, (tx) => drawSome(tx, now, draw))) === AT_ONCE);
}

async function drawSome(tx: Tx, now: Date, draw: Draw): Promise<number> {
  const candidates = await findCandidates(tx, now);
  if (candidates.length === 0) return 0;
  const settled: Candidate[] = [];
  for (const clip of candidates) {
    const probability = probabilityOf(clip);
    const drawn = draw();
    // A counter that fell below its proven views leaves no views to hold.
    if (drawn >= probability || clip.views <= clip.proven_views) settled.push(clip);
    else if (clip.releases) await awaitAnalytics(tx, clip, { probability, drawn, now });
    else {
      settled.push(clip);
      await openAudit(tx, clip, { probability, drawn, now });
    }
  }
  await settleDraws(tx, settled, now);
  return candidates.length;
}

/** Returns the probability that this much fresh money causes an audit. */
export const probabilityOf = ({
  audit_percent,
  fresh_micros,
}: Pick<Candidate, 'audit_percent' | 'fresh_micros'>): number =>
  1 - (1 - audit_percent / 100) ** (Number(fresh_micros) / Number(AUDIT_STAKE));

/**
 * SQL: the earnings of clip `t` for views that are proven, or for which an audit was already drawn. Views are
 * proven in order.
 */
const settledMicros = sql`greatest(coalesce(d.drawn_micros, 0), ${provenViews} * e.rate_micros_per_view)`;

/**
 * SQL: clips with earnings for unproven views for which nothing was drawn. Clips with an undecided hold wait for its
 * decision, drawn clips for their analytics, and clips after an audit rest. If clips that rest were drawn without effect, views bought right after an audit
 * would never be audited. A clip may finish before its draw.
 */
const undrawn = (now: Date) => sql`
  from clip_earnings e
  join clip_tracking t on t.submission_id = e.submission_id
  left join audit_draws d on d.submission_id = e.submission_id
  where e.state <> 'appealed' and e.paid_micros > ${settledMicros} and t.count_level = 'platform'
    and not exists (select from awaited_audits w where w.submission_id = e.submission_id)
    and not exists (select from fraud_holds h where h.submission_id = e.submission_id and h.state in ${ON_HOLD})
    and not exists (select from clip_audits a join fraud_holds h on h.id = a.fraud_hold_id
      where a.submission_id = e.submission_id and h.decided_at > ${after(now, -REST_DAYS * DAY)})`;

/** Finds and locks candidates. They are read again after the lock, because another process may have drawn meanwhile. */
async function findCandidates(tx: Tx, now: Date): Promise<Candidate[]> {
  const { rows: found } = await sql<{ id: string }>`
    select e.submission_id as id ${undrawn(now)} order by e.submission_id limit ${AT_ONCE}`.execute(tx);
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return [];
  await sql`select from clip_tracking where submission_id = any(${ids}::uuid[]) order by submission_id for no key update`.execute(
    tx,
  );
  const { rows } = await sql<Omit<Candidate, 'audit_percent'>>`
    select e.submission_id, e.clipper_id, e.paid_micros, e.paid_micros - ${settledMicros} as fresh_micros,
      least(t.proven_views, t.views) as proven_views, t.views, ${isReleasing} as releases
    ${undrawn(now)} and e.submission_id = any(${ids}::uuid[]) order by e.submission_id`.execute(tx);
  if (rows.length === 0) return [];
  const percents = await readPercents(tx, [...new Set(rows.map(({ clipper_id }) => clipper_id))], now);
  return rows.map((row) => ({ ...row, audit_percent: percents.get(row.clipper_id) ?? 100 }));
}

async function readPercents(tx: Tx, clipperIds: AccountId[], now: Date): Promise<Map<string, number>> {
  const { rows } = await sql<{ clipper_id: AccountId; audit_percent: number }>`
    with people as materialized (${peopleOf(clipperIds)})
    select clipper_id, audit_percent from (${limits(now)}) l`.execute(tx);
  return new Map(rows.map(({ clipper_id, audit_percent }) => [clipper_id, audit_percent]));
}
