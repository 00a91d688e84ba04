import { HOUR } from '#server/infra/clock.ts';
import type { Database } from '#server/infra/transaction.ts';
import { APPROVED_AFTER_HOURS, CPM } from './assumptions.ts';
import type { Clip } from './people.ts';
import { boughtBefore, shownAt } from './post.ts';
import type { Taken } from './withdrawals.ts';

/** Money of one clip, in dollars, and when it left. */
export interface Paid {
  /** Dollars for bought and for other views that payouts took. */
  bought: number;
  own: number;
  boughtViews: number;
  /**
   * All dollars for counted views, with the hours from the moment at which the platform showed the views of an
   * approved clip until a payout took the money, or Infinity. Views that are still on hold count too.
   */
  waits: { dollars: number; hours: number }[];
  /** Whether the score held views. */
  isHeld: boolean;
  audits: number;
  /** Audits that analytics did not answer in time, so that their clipper has to do something. */
  unanswered: number;
}

/** An accrual is divided into so many parts, whose views were counted at different times. */
const PARTS = 8;

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
  const rows = await readRows(db);
  return new Map(clips.map((clip) => [clip.id, paidOf(clip, rows, taken)]));
}

type Rows = Awaited<ReturnType<typeof readRows>>;

/** Reads accruals, holds, audits and counts of all clips. */
async function readRows(db: Database) {
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
      .select(['id', 'submission_id', 'state', 'from_views', 'to_views', 'opened_at', 'decided_at'])
      .execute(),
  );
  const dueAt = new Map(
    (await db.selectFrom('clip_audits').select(['fraud_hold_id', 'due_at']).execute()).map((row) => [
      row.fraud_hold_id,
      row.due_at,
    ]),
  );
  const tracked = new Map(
    (
      await db
        .selectFrom('clip_tracking as t')
        .innerJoin('clip_earnings as e', 'e.submission_id', 't.submission_id')
        .select(['t.submission_id', 't.views', 'e.paid_views'])
        .execute()
    ).map((row) => [row.submission_id, row]),
  );
  return { accruals, holds, dueAt, tracked };
}

function paidOf(
  clip: Clip,
  { accruals, holds, dueAt, tracked }: Rows,
  taken: ReadonlyMap<string, readonly Taken[]>,
): Paid {
  const own = holds.get(clip.id) ?? [];
  const ranges = own
    .filter(({ state, to_views }) => state !== 'released' && to_views !== null)
    .map(({ from_views, to_views }) => ({ from: Number(from_views ?? 0), to: Number(to_views) }))
    .toSorted((a, b) => a.from - b.from);
  const audits = own.filter(({ id }) => dueAt.has(id));
  const paid: Paid = {
    ...{ bought: 0, own: 0, boughtViews: clip.post.curve.bought.at(-1) ?? 0, waits: [] },
    isHeld: own.length > audits.length,
    audits: audits.length,
    unanswered: audits.filter(
      ({ id, state, decided_at }) => state !== 'released' || decided_at! > dueAt.get(id)!,
    ).length,
  };
  for (const accrual of accruals.get(clip.id) ?? []) {
    const payments = taken.get(`${clip.id} ${accrual.entry_id}`) ?? [];
    const dollars = payments.reduce((sum, payment) => sum + payment.dollars, 0);
    const [from, to] = [Number(accrual.views_from), Number(accrual.views_to)];
    const counted = Array.from({ length: PARTS }, (_, i) => {
      const place = counterAt(ranges, from + ((to - from) * (i + 1)) / PARTS);
      return Math.min(accrual.accrued_at.getTime(), payableAt(clip, place));
    });
    const wait = (some: number, at: Date | null) => {
      for (const since of counted)
        paid.waits.push({
          dollars: some / PARTS,
          hours: at ? (at.getTime() - since) / HOUR : Infinity,
        });
    };
    for (const payment of payments) wait(payment.dollars, payment.at);
    const left = Number(accrual.amount_micros) / 1e6 - dollars;
    // Money that could leave, but is less than the least withdrawal, does not wait.
    const isFree = accrual.released_at !== null && clip.account.waitsSince === null;
    if (left > 0.01) wait(left, isFree ? accrual.released_at : null);
    const sold =
      boughtBefore(clip.post, counterAt(ranges, to)) - boughtBefore(clip.post, counterAt(ranges, from));
    const part = Math.min(1, Math.max(0, sold / (to - from)));
    paid.bought += dollars * part;
    paid.own += dollars * (1 - part);
  }
  const { views, paid_views } = tracked.get(clip.id) ?? { views: 0n, paid_views: 0n };
  const held = ranges.length > 0 ? Math.max(0, Number(views - paid_views)) : 0;
  if (held > 0) paid.waits.push({ dollars: (held * CPM) / 1_000, hours: Infinity });
  return paid;
}

/** Returns the moment at which the platform showed this many views of an approved clip. */
const payableAt = ({ post, submittedAt }: Clip, place: number): number =>
  Math.max(submittedAt.getTime() + APPROVED_AFTER_HOURS * HOUR, shownAt(post, place).getTime());

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
