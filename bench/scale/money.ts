import { type RawBuilder, sql } from 'kysely';
import { PLATFORM_OWNER } from '#contract/ledger/ledger.ts';
import type { LedgerAccountKind } from '#db/types.ts';
import type { Database } from '#server/infra/transaction.ts';
import type { MovementKind } from '#server/modules/ledger/ledger.ts';
import { idOf } from './ids.ts';

/** The number of an entry's lines, as a settlement of a thousand pairs of listing and clipper writes them. */
const LINES = sql.lit(1_000);
/** The number of lines of an entry with one person's movement. */
const ONE = sql.lit(1);
const nobody = sql`${PLATFORM_OWNER}::uuid`;

interface Movement {
  /** A number that distinguishes the ids of these entries from those of other movements. */
  id: number;
  kind: MovementKind;
  debit: readonly [LedgerAccountKind, RawBuilder<unknown>];
  credit: readonly [LedgerAccountKind, RawBuilder<unknown>];
  amount: RawBuilder<unknown>;
  subject: RawBuilder<unknown>;
  at: RawBuilder<unknown>;
  /** The rows that are moved, with a column n that numbers the lines. */
  from: RawBuilder<unknown>;
  /** The number of lines in each entry. */
  lines: RawBuilder<unknown>;
}

const MOVEMENTS: Movement[] = [
  {
    id: 20,
    kind: 'deposit.confirmed',
    debit: ['clearing_test', nobody],
    credit: ['host', sql`host_id`],
    ...{ amount: sql`budget`, subject: sql`deposit_id`, at: sql`at`, from: sql`scale_deposits` },
    lines: ONE,
  },
  {
    id: 21,
    kind: 'listing.posted',
    debit: ['host', sql`host_id`],
    credit: ['listing', sql`id`],
    ...{ amount: sql`budget`, subject: sql`id`, at: sql`created_at`, from: sql`scale_listings` },
    lines: ONE,
  },
  {
    id: 22,
    kind: 'earnings.accrued',
    debit: ['listing', sql`listing_id`],
    credit: ['clipper_pending', sql`clipper_id`],
    ...{ amount: sql`amount`, subject: sql`listing_id`, at: sql`counted_at`, from: sql`scale_steps` },
    lines: LINES,
  },
  {
    id: 23,
    kind: 'earnings.released',
    debit: ['clipper_pending', sql`clipper_id`],
    credit: ['clipper_available', sql`clipper_id`],
    ...{ amount: sql`amount`, subject: sql`listing_id`, at: sql`release_at` },
    from: sql`(select * from scale_steps where is_released)`,
    lines: LINES,
  },
];

/**
 * Inserts deposits, budgets and clips' earnings, with every transfer that belongs to them, so that the
 * world's ledger balances.
 */
export async function growMoney(owner: Database, now: Date): Promise<void> {
  await growSteps(owner, now);
  await sql`create temp table scale_deposits as
    select min(n) as n, host_id, scale_id(10, min(n)) as deposit_id, sum(budget)::bigint as budget, min(created_at) as at
    from scale_listings group by host_id`.execute(owner);
  await sql`insert into deposits (id, host_id, rail, amount_micros, state, reference, created_at, confirmed_at)
    select deposit_id, host_id, 'test', budget, 'confirmed', 'Test card ' || deposit_id, at, at from scale_deposits`.execute(
    owner,
  );
  for (const movement of MOVEMENTS) await post(owner, movement);
  await sql`drop table scale_deposits, scale_steps, scale_listings`.execute(owner);
}

/**
 * Inserts the released steps: the first half of each clip's views, and of two clips in three also the second
 * half, in separate entries.
 */
async function growSteps(owner: Database, now: Date): Promise<void> {
  await sql`create temp table scale_steps as
    select g + step * 100000000000 as n, c.id, c.listing_id, c.clipper_id, c.rate, c.views / 2 * step as views_from, c.views / 2 * (step + 1) as views_to,
      c.views / 2 * c.rate as amount, case step when 0 then c.counted_half_at else c.counted_at end as counted_at,
      step = 0 or g % 3 > 0 as is_released,
      case when step = 0 or g % 3 > 0 then c.counted_at else c.counted_at + (1 + g % 40) * interval '1 hour' end as release_at
    from scale_clips c, generate_series(0, 1) step where not c.is_pending`.execute(owner);
  await sql`analyze scale_steps`.execute(owner);
  await sql`insert into clip_earnings (submission_id, listing_id, clipper_id, approved_at, rate_micros_per_view, min_views, reserves,
      paid_views, paid_micros)
    select id, listing_id, clipper_id, posted_at + interval '30 minutes', rate, 0, false, views, views * rate
    from scale_clips where not is_pending order by g`.execute(owner);
  await sql`insert into accruals (submission_id, entry_id, listing_id, clipper_id, views_from, views_to, rate_micros_per_view,
      amount_micros, counted_views, counted_at, accrued_at, release_due_at, state, released_at, available_micros)
    select id, scale_id(22, n / ${LINES}), listing_id, clipper_id, views_from, views_to, rate, amount, views_to, counted_at,
      min(counted_at) over (partition by n / ${LINES}), release_at, case when is_released then 'released' else 'pending' end,
      case when is_released then min(release_at) filter (where is_released) over (partition by n / ${LINES}) end,
      case when is_released then amount else 0 end
    from scale_steps order by n`.execute(owner);
  await sql`insert into notifications (id, user_id, kind, title, body, link, created_at, read_at)
    select scale_id(11, g), case when g < 400 and g % 2 = 1 then ${idOf.host('0')} else clipper_id end, 'submission.approved', 'Your clip was approved',
      'Its views are counted now.', '/clipper/clips/' || id, least(posted_at + interval '30 minutes', ${now}),
      case when g % 4 > 0 then ${now}::timestamptz end
    from scale_clips order by g`.execute(owner);
}

async function post(
  owner: Database,
  { id, kind, debit, credit, amount, subject, at, from, lines }: Movement,
): Promise<void> {
  const entryId = sql`scale_id(${sql.lit(id)}, n / ${lines})`;
  await sql`insert into ledger_entries (id, key, request_hash, kind, occurred_at)
    select ${entryId}, ${kind}::text || ':' || ${entryId}, sha256(convert_to(${kind}::text || ':' || ${entryId}, 'UTF8')), ${kind}, min(${at}) from ${from} x group by n / ${lines}`.execute(
    owner,
  );
  await sql`insert into ledger_transfers (entry_id, line, kind, debit_kind, debit_owner_id, credit_kind, credit_owner_id, amount_micros,
      subject_id, occurred_at)
    select ${entryId}, row_number() over entry, ${kind}, ${debit[0]}, ${debit[1]}, ${credit[0]}, ${credit[1]}, ${amount}, ${subject},
      min(${at}) over (partition by n / ${lines})
    from ${from} x window entry as (partition by n / ${lines} order by n) order by n`.execute(owner);
  for (const [[account, ownerId], sign] of [[credit, 1] as const, [debit, -1] as const]) {
    const sums = sql`(select ${ownerId} as owner_id, (sum(${amount}) * ${sign}::int)::bigint as change from ${from} x group by 1)`;
    await sql`insert into ledger_accounts (kind, owner_id) select ${account}::ledger_account_kind, owner_id from ${sums} s order by 2
      on conflict do nothing`.execute(owner);
    await sql`update ledger_accounts a set balance_micros = balance_micros + change from ${sums} s
      where a.kind = ${account}::ledger_account_kind and a.owner_id = s.owner_id`.execute(owner);
  }
}
