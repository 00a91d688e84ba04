import type { AccountId } from '#contract/accounts/ids.ts';
import { formatUsd, toCents } from '#contract/money.ts';
import { after } from '#server/infra/clock.ts';
import type { Log } from '#server/infra/log.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Database } from '#server/infra/transaction.ts';
import { ownerEmail } from '#server/modules/accounts/accounts.ts';
import { type Deposit, findDeposit } from '../find-deposit.ts';
import { CHECKOUT_ASKED, CHECKOUT_OPEN, nextAsk } from '../rules.ts';
import { readFailure, type StripeRail } from './client.ts';

interface Deps {
  db: Database;
  log: Log;
  appUrl: string;
  rail: StripeRail;
}

/**
 * Returns the processor's page for a deposit whose row is committed. The request uses the deposit's id as
 * idempotency key and values from the row only. So a repeated request, or one after a lost answer, returns
 * the same page.
 */
export async function openCheckout(
  { db, log, appUrl, rail }: Deps,
  ask: { depositId: string; hostId: AccountId; now: Date },
): Promise<Outcome<{ url: string }, 'not_found' | 'deposit_state' | 'payment_unavailable'>> {
  const deposit = await findDeposit(db, ask.depositId, ask.hostId);
  if (deposit?.rail !== 'stripe') return refuse('not_found');
  const open = deposit.state === 'created' && ask.now < after(deposit.createdAt, CHECKOUT_OPEN);
  if (!open) return refuse('deposit_state');
  if (deposit.checkoutUrl) return { url: deposit.checkoutUrl };
  if (ask.now >= after(deposit.createdAt, CHECKOUT_ASKED)) return refuse('deposit_state');
  try {
    const session = await rail.client.checkout.sessions.create(
      params(deposit, await ownerEmail(db, deposit.hostId), appUrl),
      { idempotencyKey: deposit.id },
    );
    if (!session.url || session.livemode !== rail.livemode) throw new Error('not a page of this mode');
    await db
      .updateTable('deposits')
      .set({ session_id: session.id, checkout_url: session.url, due_at: nextAsk(ask.now, 0), tries: 1 })
      .where('id', '=', deposit.id)
      .where('session_id', 'is', null)
      .execute();
    return { url: session.url };
  } catch (error) {
    log.warn({ depositId: deposit.id, reason: readFailure(error).reason }, 'no checkout page');
    return refuse('payment_unavailable');
  }
}

/** Stripe does not copy a session's metadata to its payment, so both get the deposit's id. */
const params = (deposit: Deposit, email: string, appUrl: string) => ({
  mode: 'payment' as const,
  ui_mode: 'hosted_page' as const,
  client_reference_id: deposit.id,
  customer_email: email,
  line_items: [
    {
      quantity: 1,
      price_data: {
        currency: 'usd',
        unit_amount: toCents(deposit.amountMicros),
        product_data: { name: `Permille balance: ${formatUsd(deposit.amountMicros)}` },
      },
    },
  ],
  metadata: { depositId: deposit.id },
  payment_intent_data: { metadata: { depositId: deposit.id } },
  success_url: `${appUrl}/host/budget?deposit=${deposit.id}`,
  cancel_url: `${appUrl}/host/budget?deposit=${deposit.id}&left=1`,
  expires_at: Math.floor(after(deposit.createdAt, CHECKOUT_OPEN).getTime() / 1000),
});
