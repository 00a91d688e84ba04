import type { LateProviderStatus } from '#contract/admin/admin-payouts.ts';
import { micros } from '#contract/money.ts';
import { bySystem, writeAudit } from '#server/infra/audit.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { type Act, auditPayout } from '#server/modules/payouts/audit.ts';
import { lateStatusText, meaningOf } from '#server/modules/payouts/rules.ts';

interface Decided {
  rail: string;
  state: string;
  /** PayPal's last status; null if a person decided. */
  item_state: string | null;
}

/**
 * PayPal may report these after SUCCESS. A SUCCESS that arrives after one of these is therefore an old
 * message.
 */
const AFTER_PAID = new Set(['RETURNED', 'REFUNDED', 'REVERSED']);

/**
 * Returns whether PayPal's status is too late to move money. That is so if a person has decided the payout
 * because PayPal did not answer, or if PayPal first reported the payout as failed and now reports it as paid.
 */
export function isLateStatus({ rail, state, item_state: before }: Decided, reported: string): boolean {
  if (rail !== 'paypal') return true;
  if (state !== 'failed' && state !== 'canceled') return false;
  return before === null || (meaningOf(reported) === 'paid' && !AFTER_PAID.has(before));
}

/**
 * Keeps PayPal's late status until an operator resolves it. A status older than the known one changes
 * nothing.
 */
export async function recordLateStatus(
  tx: Tx,
  payout: Decided & { id: string },
  reported: string,
  now: Date,
): Promise<void> {
  const before = await tx
    .selectFrom('payout_late_statuses')
    .select('item_state')
    .where('payout_id', '=', payout.id)
    .executeTakeFirst();
  // Nothing has to be resolved, because PayPal agrees with the person that the payout failed.
  if (!before && payout.state !== 'paid' && meaningOf(reported) === 'back') return;
  if (before && !isNews(before.item_state, reported)) return;
  const status = { item_state: reported, reported_at: now, resolved_at: null, resolved_by: null };
  await tx
    .insertInto('payout_late_statuses')
    .values({ payout_id: payout.id, ...status })
    .onConflict((oc) => oc.column('payout_id').doUpdateSet(status))
    .execute();
  await writeAudit(tx, bySystem(now), 'payout.late_status', 'payout', payout.id, {
    status: reported,
    state: payout.state,
  });
}

const ORDER = { waiting: 0, paid: 1, back: 2 };

function isNews(before: string, reported: string): boolean {
  const [known, next] = [ORDER[meaningOf(before)], ORDER[meaningOf(reported)]];
  return (
    next > known ||
    (next === known && next === ORDER.waiting && reported !== before && reported !== 'PENDING')
  );
}

/** Returns PayPal's late statuses that nobody has resolved, oldest first. */
export async function openLateStatuses(db: Database): Promise<LateProviderStatus[]> {
  const rows = await db
    .selectFrom('payout_late_statuses as s')
    .innerJoin('payouts as p', 'p.id', 's.payout_id')
    .leftJoin('profiles as pr', 'pr.user_id', 'p.clipper_id')
    .select(['s.payout_id', 's.item_state', 's.reported_at', 'p.state', 'p.amount_micros', 'pr.username'])
    .where('s.resolved_at', 'is', null)
    .orderBy('s.reported_at')
    .limit(100)
    .execute();
  return rows.map((row) => ({
    payoutId: row.payout_id,
    clipperUsername: row.username ?? '',
    amountMicros: micros(row.amount_micros),
    reportedAt: row.reported_at,
    text: lateStatusText(row.item_state, row.state),
  }));
}

/**
 * Marks a late status as resolved after an operator has settled it outside the product. The audit log records
 * the reason.
 */
export async function resolveLateStatus(
  tx: Tx,
  act: Act,
  reason: string,
): Promise<Outcome<null, 'changed_meanwhile'>> {
  const resolved = await tx
    .updateTable('payout_late_statuses')
    .set({ resolved_at: act.now, resolved_by: act.actorId })
    .where('payout_id', '=', act.payoutId)
    .where('resolved_at', 'is', null)
    .returning('item_state')
    .executeTakeFirst();
  if (!resolved) return refuse('changed_meanwhile');
  await auditPayout(tx, 'admin', 'payout.late_status_resolved', act, { status: resolved.item_state, reason });
  return null;
}
