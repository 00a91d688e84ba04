import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import type { StatementRow } from '#contract/ledger/statements.ts';
import { formatUsdExact } from '#contract/money.ts';
import { monthAfter, monthBefore, monthName, monthOf } from '#contract/months.ts';
import { after, type Clock, DAY, HOUR } from '#server/infra/clock.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { drawStatement } from '#server/modules/ledger/ledger.ts';
import { type Notice, notify } from './notify.ts';

/** Hour in UTC on the first of a month: after the reconciliation of that night. */
const HOUR_UTC = 8;
/**
 * If the server was down, it announces a statement up to this late. A new server, or one that has just got
 * this feature, announces no earlier month.
 */
const LATE = 7 * DAY;
/** People per transaction. */
const AT_ONCE = 100;

interface Person {
  id: AccountId;
  role: 'host' | 'clipper';
}

/** Announces the statement of the past month to everybody whose money moved in it, once. */
export const monthlyStatements = ({ db, clock }: { db: Database; clock: Clock }): Job => ({
  name: 'notifications.statements',
  async run(now, signal) {
    const month = monthBefore(monthOf(now));
    const since = announcedFrom(month);
    if (now < since || now > after(since, LATE)) return;
    await db
      .insertInto('statement_months')
      .values({ month })
      .onConflict((of) => of.doNothing())
      .execute();
    while (!signal?.aborted && (await transact(db, (tx) => announceSome(tx, month, now))) === AT_ONCE);
  },
  isIdleUntilDue: true,
  nextDueAt() {
    const month = monthBefore(monthOf(clock.now()));
    const since = announcedFrom(month);
    const isOver = sql`${clock.now() > after(since, LATE)} or exists (
      select from statement_months where month = ${month} and done_at is not null)`;
    return sql`select case when ${isOver} then ${announcedFrom(monthAfter(month))} else ${since} end::timestamptz`;
  },
});

const announcedFrom = (month: string): Date =>
  after(new Date(`${monthAfter(month)}-01T00:00:00Z`), HOUR_UTC * HOUR);

/**
 * Announces the statement to the next people and returns their number; 0 if another process is announcing.
 */
async function announceSome(tx: Tx, month: string, now: Date): Promise<number> {
  const place = await tx
    .selectFrom('statement_months')
    .select('reached')
    .where('month', '=', month)
    .where('done_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!place) return 0;
  const { rows: people } = await sql<Person>`
    select id, role from accounts
    where role in ('host', 'clipper') and closed_at is null and not is_demo
      and (${place.reached}::uuid is null or id > ${place.reached})
    order by id limit ${AT_ONCE}`.execute(tx);
  const notices: Notice[] = [];
  for (const { id, role } of people) {
    const { rows } = await drawStatement(tx, { role, accountId: id }, month, now);
    if (rows.some(({ what }) => what === 'movement')) notices.push(noticeOf({ id, role }, month, rows));
  }
  await notify(tx, notices, now);
  const isLast = people.length < AT_ONCE;
  await tx
    .updateTable('statement_months')
    .set(isLast ? { reached: null, done_at: now } : { reached: people.at(-1)!.id })
    .where('month', '=', month)
    .execute();
  return people.length;
}

const noticeOf = ({ id, role }: Person, month: string, rows: readonly StatementRow[]): Notice => ({
  accountId: id,
  kind: 'statement.drawn',
  title: `Your statement for ${monthName(month)}`,
  body: [...new Set(rows.map(({ section }) => section))]
    .map((section) =>
      sentence(
        section,
        rows.filter((row) => row.section === section),
      ),
    )
    .join(' '),
  link: `/${role}/statements/${month}`,
});

/**
 * Returns the text for one section: "Balance: Deposit $300.00, Listing posted -$120.00; $180.00 at the end of
 * the month."
 */
function sentence(section: string, rows: readonly StatementRow[]): string {
  const moved = rows.filter(({ what }) => what === 'movement');
  const closing = rows.find(({ what }) => what === 'closing')!;
  const parts = moved.map(({ name, amountMicros }) => `${name} ${formatUsdExact(amountMicros)}`).join(', ');
  return `${section}: ${parts || 'nothing moved'}; ${formatUsdExact(closing.amountMicros)} at the end of the month.`;
}
