import { sql } from 'kysely';
import type { z } from 'zod';
import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import type { DebtRow, debtRoutes } from '#contract/earnings/debts.ts';
import { PAGE_ROWS } from '#contract/limits.ts';
import { formatUsd, type Micros, micros, ZERO_MICROS } from '#contract/money.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { contains } from '#server/infra/contains.ts';
import { newId } from '#server/infra/id.ts';
import { decideMoneyAct } from '#server/infra/money-act.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { type SortedRow, sorted, sortValues } from '#server/infra/sorted.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { balanceOf, clipperAvailable, clipperOwed, lock, loss, post } from '#server/modules/ledger/ledger.ts';
import { notify } from '#server/modules/notifications/notifications.ts';
import { repayWithAccruals } from './repay.ts';

/** Returns the amount that a clipper owes for views found bought after they were paid out. */
export async function owedBy(db: Database | Tx, clipperId: AccountId): Promise<Micros> {
  return micros(-(await balanceOf(db, clipperOwed(clipperId))));
}

/** A debt is a negative balance, so the greatest debt is the lowest balance. */
const sortable = sortValues({ balance: { by: sql`a.balance_micros`, kind: 'number' } });

/** Lists clippers with a debt, largest first. */
export async function listDebts(
  db: Database,
  { cursor, search, sort }: z.output<typeof debtRoutes.adminDebts.query & z.ZodType>,
): Promise<{ rows: DebtRow[]; nextCursor: string | null }> {
  const pattern = contains(search);
  const order = { cursor, sort: sort === 'owed' ? ('-balance' as const) : ('balance' as const) };
  const by = sorted(sortable, order, 'balance', sql`a.owner_id`);
  const { rows } = await sql<SortedRow & { clipper: string; balance: bigint; since: Date }>`
    select a.owner_id as id, coalesce(p.username, u.name) as clipper, a.balance_micros as balance, ${by.column},
      (select max(t.occurred_at) from ledger_transfers t
        where t.debit_owner_id = a.owner_id and t.debit_kind = 'clipper_owed') as since
    from ledger_accounts a join accounts u on u.id = a.owner_id left join profiles p on p.user_id = u.id
    where a.kind = 'clipper_owed' and a.balance_micros < 0 ${by.after}
      ${pattern ? sql`and (p.username ilike ${pattern} or u.name ilike ${pattern})` : sql``}
    order by ${by.order} limit ${PAGE_ROWS + 1}`.execute(db);
  const found = by.page(rows, PAGE_ROWS);
  return {
    ...found,
    rows: found.rows.map(({ id, clipper, balance, since }) => ({
      id,
      clipper,
      owedMicros: micros(-balance),
      since,
    })),
  };
}

/** Writes a debt off as the platform's loss. */
export async function writeOffDebt(
  tx: Tx,
  { clipperId, adminId, reason, now }: { clipperId: AccountId; adminId: UserId; reason: string; now: Date },
): Promise<Outcome<{ writtenOffMicros: Micros }, 'nothing_owed' | 'second_admin_needed' | 'own_money'>> {
  await lock(tx, [clipperOwed(clipperId)]);
  const amountMicros = await owedBy(tx, clipperId);
  if (amountMicros <= 0n) return refuse('nothing_owed');
  const id = newId();
  const posted = await post(tx, {
    key: `debt.written_off:${id}`,
    kind: 'debt.written_off',
    occurredAt: now,
    transfers: [{ debit: loss, credit: clipperOwed(clipperId), amountMicros, subjectId: clipperId }],
  });
  if (posted !== 'posted') throw new Error(`the debt of ${clipperId} was not written off: ${posted}`);
  await writeAudit(tx, actBy('admin', adminId, now), 'debt.written_off', 'user', clipperId, {
    amountMicros,
    reason,
  });
  const title = 'Your debt was written off';
  const body = 'We no longer deduct anything from your earnings.';
  await notify(
    tx,
    { accountId: clipperId, kind: 'payout.debt_written_off', title, body, link: '/clipper/earnings' },
    now,
  );
  const alone = await decideMoneyAct(tx, {
    kind: 'debt.write_off',
    subjectId: clipperId,
    adminId,
    shares: [{ accountId: clipperId, amountMicros }],
    summary: `a debt of ${formatUsd(amountMicros)} is written off.`,
    now,
  });
  return alone ?? { writtenOffMicros: amountMicros };
}

/**
 * Pays a debt from money that returned to the clipper, before that money can be paid out again. Returns the
 * amount paid off. The caller has locked the clipper's balances.
 */
export async function offsetDebt(tx: Tx, clipperId: AccountId, now: Date): Promise<Micros> {
  const owed = await owedBy(tx, clipperId);
  const available = await balanceOf(tx, clipperAvailable(clipperId));
  const amountMicros = owed < available ? owed : available;
  if (amountMicros <= 0n) return ZERO_MICROS;
  const move = { debit: clipperAvailable(clipperId), credit: clipperOwed(clipperId), amountMicros };
  const key = `debt.offset:${newId()}`;
  const transfers = [{ ...move, subjectId: clipperId }];
  const posted = await post(tx, { key, kind: 'debt.offset', occurredAt: now, transfers });
  if (posted !== 'posted') throw new Error(`the debt of ${clipperId} was not paid off: ${posted}`);
  await repayWithAccruals(tx, clipperId, amountMicros, now);
  return amountMicros;
}
