import type { Database } from '#server/infra/transaction.ts';
import type { Clip } from './people.ts';
import { boughtBefore } from './post.ts';
import type { Taken } from './withdrawals.ts';

/** Money of one clip, in dollars, and when it left. */
export interface Paid {
  /** Dollars for bought and for other views that payouts took. */
  bought: number;
  own: number;
  boughtViews: number;
  /** All earned dollars that were not reversed, with the hours until a payout took them, or Infinity. */
  waits: { dollars: number; hours: number }[];
  band: 'clean' | 'needs_review' | 'hold' | 'not_enough_data';
  /** Whether evidence shows that people watched, as far as the limits of unproven money require it. */
  isProven: boolean;
  /** Whether the score held views, and whether an audit did. */
  isHeld: boolean;
  isAudited: boolean;
}

/** Proven views of a clip that counts as proven (`server/modules/proofs`). */
const PROVEN_VIEWS = 1_000;

interface Range {
  from: number;
  to: number;
}

/** Reads what payouts took for each clip, and for which of its views. */
export async function tally(
  db: Database,
  clips: readonly Clip[],
  taken: ReadonlyMap<string, readonly Taken[]>,
): Promise<Map<string, Paid>> {
  const accruals = group(
    await db
      .selectFrom('accruals')
      .select([
        'submission_id',
        'entry_id',
        'views_from',
        'views_to',
        'amount_micros',
        'accrued_at',
        'released_at',
      ])
      .where('state', 'in', ['pending', 'released'])
      .execute(),
  );
  const holds = group(
    await db
      .selectFrom('fraud_holds')
      .select(['id', 'submission_id', 'state', 'from_views', 'to_views'])
      .execute(),
  );
  const audits = new Set(
    (await db.selectFrom('clip_audits').select('fraud_hold_id').execute()).map((row) => row.fraud_hold_id),
  );
  const tracked = new Map(
    (await db.selectFrom('clip_tracking').select(['submission_id', 'band', 'proven_views']).execute()).map(
      (row) => [row.submission_id, row],
    ),
  );
  return new Map(
    clips.map((clip) => {
      const own = holds.get(clip.id) ?? [];
      const ranges = own
        .filter(({ state, to_views }) => state !== 'released' && to_views !== null)
        .map(({ from_views, to_views }) => ({ from: Number(from_views ?? 0), to: Number(to_views) }))
        .toSorted((a, b) => a.from - b.from);
      const paid: Paid = {
        ...{ bought: 0, own: 0, boughtViews: clip.post.curve.bought.at(-1) ?? 0, waits: [] },
        band: (tracked.get(clip.id)?.band ?? 'not_enough_data') as Paid['band'],
        isProven: Number(tracked.get(clip.id)?.proven_views ?? 0) >= PROVEN_VIEWS,
        isHeld: own.some(({ id }) => !audits.has(id)),
        isAudited: own.some(({ id }) => audits.has(id)),
      };
      for (const accrual of accruals.get(clip.id) ?? []) {
        const payments = taken.get(`${clip.id} ${accrual.entry_id}`) ?? [];
        const dollars = payments.reduce((sum, payment) => sum + payment.dollars, 0);
        const hoursUntil = (at: Date) => (at.getTime() - accrual.accrued_at.getTime()) / 3_600_000;
        for (const { dollars: some, at } of payments)
          paid.waits.push({ dollars: some, hours: hoursUntil(at) });
        const left = Number(accrual.amount_micros) / 1e6 - dollars;
        // Money that could leave, but is less than the least withdrawal, does not wait.
        const isFree = accrual.released_at !== null && clip.account.waitsSince === null;
        if (left > 0.01)
          paid.waits.push({ dollars: left, hours: isFree ? hoursUntil(accrual.released_at!) : Infinity });
        const [from, to] = [Number(accrual.views_from), Number(accrual.views_to)];
        const sold =
          boughtBefore(clip.post, counterAt(ranges, to)) - boughtBefore(clip.post, counterAt(ranges, from));
        const part = Math.min(1, Math.max(0, sold / (to - from)));
        paid.bought += dollars * part;
        paid.own += dollars * (1 - part);
      }
      return [clip.id, paid];
    }),
  );
}

/** Turns a number of payable views into a place of the counter, which also counts held and excluded views. */
function counterAt(ranges: readonly Range[], payable: number): number {
  let place = payable;
  for (const { from, to } of ranges) if (from < place) place += Math.max(0, to - from);
  return place;
}

function group<Row extends { submission_id: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const known = groups.get(row.submission_id);
    if (known) known.push(row);
    else groups.set(row.submission_id, [row]);
  }
  return groups;
}
