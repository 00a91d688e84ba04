import type { UserId } from '#contract/accounts/ids.ts';
import { formatUsd, micros } from '#contract/money.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { newId } from '#server/infra/id.ts';
import { decideMoneyAct } from '#server/infra/money-act.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { openSuspense } from '#server/modules/suspense/suspense.ts';
import { lockMatches, matchLines } from './match-lines.ts';
import { mayHold } from './queries.ts';

interface Act {
  id: string;
  adminId: UserId;
  reason: string;
  now: Date;
}

/** Books money that no movement of the ledger explains to suspense, and matches the line with that entry. */
export async function holdLine(
  tx: Tx,
  { id, adminId, reason, now }: Act,
): Promise<Outcome<null, 'not_found' | 'line_settled' | 'line_not_money_in' | 'second_admin_needed'>> {
  await lockMatches(tx);
  const line = await lockLine(tx, id);
  if (!line) return refuse('not_found');
  if (line.settled) return refuse('line_settled');
  const amountMicros = micros(line.amount_micros);
  if (!mayHold({ ...line, amountMicros })) return refuse('line_not_money_in');
  const by = { actorId: adminId, actorKind: 'admin' } as const;
  const { rail, reference } = line;
  const found = { cause: 'unmatched', rail, reference, amountMicros } as const;
  const itemId = await openSuspense(tx, found, by, now);
  if (!itemId) return refuse('line_settled');
  await tx.updateTable('external_lines').set({ suspense_item_id: itemId }).where('id', '=', id).execute();
  await audit(tx, 'external_line.held', { id, adminId, reason, now }, { itemId });
  await matchLines(tx);
  return await decideMoneyAct(tx, {
    kind: 'suspense.held',
    subjectId: id,
    adminId,
    shares: [{ accountId: null, amountMicros }],
    summary: `${formatUsd(amountMicros)} of a statement, ${reference}, is booked without an owner.`,
    now,
  });
}

/** Stores an admin's explanation why an unmatched line needs no booking. */
export async function explainLine(tx: Tx, act: Act): Promise<Outcome<null, 'not_found' | 'line_settled'>> {
  const line = await lockLine(tx, act.id);
  if (!line) return refuse('not_found');
  if (line.settled) return refuse('line_settled');
  return await note(tx, act, { line_id: act.id, entry_id: null });
}

/** Stores an admin's explanation why a movement that no statement has needs no booking. */
export async function explainMovement(
  tx: Tx,
  act: Act,
): Promise<Outcome<null, 'not_found' | 'line_settled'>> {
  const missing = await tx
    .selectFrom('external_missing')
    .select('entry_id')
    .where('entry_id', '=', act.id)
    .forUpdate()
    .executeTakeFirst();
  if (!missing) return refuse('not_found');
  return await note(tx, act, { line_id: null, entry_id: act.id });
}

/** Locks a line, and returns whether it is settled: already matched or explained. */
async function lockLine(tx: Tx, id: string) {
  const line = await tx
    .selectFrom('external_lines')
    .select(['rail', 'part', 'state', 'reference', 'amount_micros', 'currency'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!line) return null;
  const noted = await tx
    .selectFrom('external_notes')
    .select('id')
    .where('line_id', '=', id)
    .executeTakeFirst();
  return { ...line, settled: noted !== undefined || line.state === 'matched' || line.state === 'internal' };
}

async function note(
  tx: Tx,
  act: Act,
  of: { line_id: string | null; entry_id: string | null },
): Promise<Outcome<null, 'line_settled'>> {
  const { adminId, reason, now } = act;
  const noted = await tx
    .insertInto('external_notes')
    .values({ id: newId(), ...of, reason, noted_at: now, noted_by: adminId })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!noted) return refuse('line_settled');
  await audit(tx, of.line_id ? 'external_line.explained' : 'external_missing.explained', act, {});
  return null;
}

const audit = (
  tx: Tx,
  action: string,
  { id, adminId, reason, now }: Act,
  more: Record<string, unknown>,
): Promise<void> =>
  writeAudit(tx, actBy('admin', adminId, now), action, action.split('.')[0]!, id, { reason, ...more });
