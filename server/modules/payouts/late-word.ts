import { micros } from '#contract/money.ts';
import type { LateWord } from '#contract/payout-desk.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { type Act, auditBySystem, auditPayout } from './audit.ts';
import { lateWords, meaningOf } from './rules.ts';

interface Decided {
  rail: string;
  state: string;
  /** What PayPal said last; null when a person decided. */
  item_state: string | null;
}

/** PayPal may say this after SUCCESS, so a SUCCESS that comes behind it is only an old message. */
const AFTER_PAID = new Set(['RETURNED', 'REFUNDED', 'REVERSED']);

/**
 * Whether PayPal's word comes too late to move money: a person has decided the payout because PayPal did not answer, or
 * PayPal itself said that it failed and says now that it is paid.
 */
export function comesLate({ rail, state, item_state: before }: Decided, said: string): boolean {
  if (rail !== 'paypal') return true;
  if (state !== 'failed' && state !== 'canceled') return false;
  return before === null || (meaningOf(said) === 'paid' && !AFTER_PAID.has(before));
}

/** Keeps PayPal's late word until an operator has dealt with it; an older one than is known changes nothing. */
export async function noteLateWord(
  tx: Tx,
  payout: Decided & { id: string },
  said: string,
  now: Date,
): Promise<void> {
  const before = await tx
    .selectFrom('payout_late_words')
    .select('item_state')
    .where('payout_id', '=', payout.id)
    .executeTakeFirst();
  // It failed, as the person said.
  if (!before && payout.state !== 'paid' && meaningOf(said) === 'back') return;
  if (before && !isNews(before.item_state, said)) return;
  const word = { item_state: said, said_at: now, dealt_at: null, dealt_by: null };
  await tx
    .insertInto('payout_late_words')
    .values({ payout_id: payout.id, ...word })
    .onConflict((oc) => oc.column('payout_id').doUpdateSet(word))
    .execute();
  await auditBySystem(tx, 'payout.late_word', 'payout', payout.id, now, { said, state: payout.state });
}

const ORDER = { waiting: 0, paid: 1, back: 2 };

function isNews(before: string, said: string): boolean {
  const [known, told] = [ORDER[meaningOf(before)], ORDER[meaningOf(said)]];
  return told > known || (told === known && told === ORDER.waiting && said !== before && said !== 'PENDING');
}

/** What PayPal said late and nobody has dealt with, oldest first. */
export async function openLateWords(db: Database): Promise<LateWord[]> {
  const rows = await db
    .selectFrom('payout_late_words as w')
    .innerJoin('payouts as p', 'p.id', 'w.payout_id')
    .leftJoin('profiles as pr', 'pr.user_id', 'p.clipper_id')
    .select(['w.payout_id', 'w.item_state', 'w.said_at', 'p.state', 'p.amount_micros', 'pr.username'])
    .where('w.dealt_at', 'is', null)
    .orderBy('w.said_at')
    .limit(100)
    .execute();
  return rows.map((row) => ({
    payoutId: row.payout_id,
    clipperUsername: row.username ?? '',
    amountMicros: micros(row.amount_micros),
    saidAt: row.said_at,
    words: lateWords(row.item_state, row.state),
  }));
}

/** An operator has done what was to be done outside; why and what stands in the audit log. */
export async function dealWithLateWord(
  tx: Tx,
  act: Act,
  reason: string,
): Promise<Outcome<null, 'changed_meanwhile'>> {
  const dealt = await tx
    .updateTable('payout_late_words')
    .set({ dealt_at: act.now, dealt_by: act.actorId })
    .where('payout_id', '=', act.payoutId)
    .where('dealt_at', 'is', null)
    .returning('item_state')
    .executeTakeFirst();
  if (!dealt) return refuse('changed_meanwhile');
  await auditPayout(tx, 'admin', 'payout.late_word_dealt', act, { said: dealt.item_state, reason });
  return null;
}
