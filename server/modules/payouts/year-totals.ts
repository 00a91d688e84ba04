import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import type { PayoutTotalRow } from '#contract/admin/admin-payouts.ts';
import { PAGE_ROWS } from '#contract/limits.ts';
import type { Micros } from '#contract/money.ts';
import type { CsvColumns } from '#server/http/csv.ts';
import { contains } from '#server/infra/contains.ts';
import { decodeCursor, page } from '#server/infra/cursor.ts';
import type { Database } from '#server/infra/transaction.ts';
import { ownerEmailOf } from '#server/modules/accounts/accounts.ts';

/**
 * SQL: payments by the year in which they were made, from the ledger alone. A payment that was returned
 * counts 0 in its year, whenever it was returned. Columns: clipper_id, year, amount, paypal.
 */
const paid = sql`
  select p.clipper_id, extract(year from t.occurred_at at time zone 'UTC')::int as year,
    case when exists (select from ledger_transfers b where b.kind = 'payout.returned' and b.subject_id = p.id
      and b.credit_kind = 'clipper_available' and b.credit_owner_id = p.clipper_id) then 0 else t.amount_micros end as amount,
    t.credit_kind = 'clearing_paypal' as paypal
  from payouts p join ledger_transfers t on t.subject_id = p.id and t.kind = 'payout.paid'
    and t.debit_kind = 'payout' and t.debit_owner_id = p.id`;

/** Returns the yearly totals of a clipper, newest first. */
export async function yearsOf(
  db: Database,
  clipperId: AccountId,
): Promise<{ year: number; paidMicros: Micros }[]> {
  const { rows } = await sql<{ year: number; paidMicros: Micros }>`
    select year, sum(amount)::bigint as "paidMicros" from (${paid} where p.clipper_id = ${clipperId}) x
    group by year order by year desc`.execute(db);
  return rows;
}

interface TotalsQuery {
  year: number;
  search?: string | undefined;
  cursor?: string | undefined;
  taxReportMin: Micros;
}

/** Returns the totals of all clippers in a year, largest first. */
export async function totalsOf(db: Database, { year, search, cursor, taxReportMin }: TotalsQuery) {
  const position = decodeCursor(cursor);
  const from = position && /^-?\d{1,18}$/.test(position.value) ? position : null;
  const pattern = contains(search);
  const found = await sql<Omit<PayoutTotalRow, 'reportable'>>`
    select s.clipper_id as "clipperId", s.total as "totalMicros", s.paypal as "paypalMicros", coalesce(pr.username, '') as username,
      case when u.closed_at is null then ${ownerEmailOf} else '' end as email, c.country
    from (
      select clipper_id, sum(amount)::bigint as total,
        coalesce(sum(amount) filter (where paypal), 0)::bigint as paypal
      from (${paid}) x where year = ${year} group by clipper_id
    ) s
    join accounts u on u.id = s.clipper_id left join profiles pr on pr.user_id = u.id
    left join payout_countries c on c.user_id = u.id
    where true ${from ? sql`and (total, clipper_id) < (${from.value}::bigint, ${from.id}::uuid)` : sql``}
      ${pattern ? sql`and (pr.username ilike ${pattern} or (u.closed_at is null and ${ownerEmailOf} ilike ${pattern}))` : sql``}
    order by total desc, clipper_id desc limit ${PAGE_ROWS + 1}`.execute(db);
  const { rows, nextCursor } = page(found.rows, PAGE_ROWS, (row) => ({
    value: row.totalMicros.toString(),
    id: row.clipperId,
  }));
  return {
    rows: rows.map((row) => ({ ...row, reportable: row.totalMicros >= taxReportMin })),
    nextCursor,
  };
}

export const totalsColumns: CsvColumns<PayoutTotalRow> = [
  ['Person', (row) => row.username],
  ['Email', (row) => row.email],
  ['Country', (row) => row.country],
  ['Paid (USD)', (row) => row.totalMicros],
  ['Of it by PayPal (USD)', (row) => row.paypalMicros],
  ['At or above the threshold of the tax report', (row) => (row.reportable ? 'yes' : 'no')],
  ['Id', (row) => row.clipperId],
];
