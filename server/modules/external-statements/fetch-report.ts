import type { StatementRail } from '#contract/external-statements/external-statements.ts';
import type { Doer } from '#server/infra/audit.ts';
import type { Log } from '#server/infra/log.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { connectStripe, type StripeAccess } from '#server/modules/deposits/deposits.ts';
import type { createPaypalClient } from '#server/modules/payouts/payouts.ts';
import { fetchPaypal } from './fetch-paypal.ts';
import { fetchStripe } from './fetch-stripe.ts';
import { type Imported, importLines } from './import-lines.ts';
import type { Reading } from './outside-line.ts';
import { prepareRows } from './prepare-rows.ts';
import { askFrom } from './queries.ts';

export interface Sources {
  db: Database;
  log: Log;
  /** Null if Stripe is not configured; its statements are then only uploaded as files. */
  stripe: StripeAccess | null;
  paypal: ReturnType<typeof createPaypalClient> | null;
}

type Refused =
  | 'statement_not_offered'
  | 'statement_unreachable'
  | 'statement_unreadable'
  | 'statement_conflict';

export const canFetch = ({ stripe, paypal }: Sources, rail: string): boolean =>
  (rail === 'stripe' && stripe !== null) || (rail === 'paypal' && paypal !== null);

/** Fetches the processor's transactions since the last report and imports them. */
export async function fetchReport(
  sources: Sources,
  { rail, by, now }: { rail: StatementRail; by: Doer; now: Date },
): Promise<Outcome<Imported, Refused>> {
  if (rail === 'bank' || !canFetch(sources, rail)) return refuse('statement_not_offered');
  const { db } = sources;
  const from = await askFrom(db, rail, now);
  const reading = await ask(sources, rail, { from, to: now });
  if (reading === null) return refuse('statement_unreachable');
  const prepared = prepareRows(rail, reading);
  return await transact(db, (tx) => importLines(tx, prepared, { rail, fileName: null, by, now }));
}

async function ask(
  { stripe, paypal, log }: Sources,
  rail: 'stripe' | 'paypal',
  period: { from: Date; to: Date },
): Promise<Reading | null> {
  if (rail === 'stripe') return stripe && (await fetchStripe(connectStripe(stripe).client, period, log));
  return paypal && (await fetchPaypal(paypal, period));
}
