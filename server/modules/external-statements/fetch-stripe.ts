import { centsToMicros } from '#contract/money.ts';
import { after, DAY } from '#server/infra/clock.ts';
import type { Log } from '#server/infra/log.ts';
import type { connectStripe } from '#server/modules/deposits/deposits.ts';
import { type OutsideLine, type Reading, withFee } from './outside-line.ts';
import { STRIPE_TRANSFERS } from './read-stripe.ts';

type Stripe = ReturnType<typeof connectStripe>['client'];
type Transaction = Awaited<ReturnType<Stripe['balanceTransactions']['list']>>['data'][number];

const PAGE = 100;
const MOST_ROWS = 50_000;

/**
 * Fetches Stripe's balance transactions of a period, with their sources. Returns null if Stripe does not
 * answer.
 */
export async function fetchStripe(
  client: Stripe,
  { from, to }: { from: Date; to: Date },
  log: Log,
): Promise<Reading | null> {
  // One day of margin, because Stripe's clock may differ from ours.
  const since = Math.floor(after(from, -DAY).getTime() / 1_000);
  const until = Math.ceil(to.getTime() / 1_000);
  const lines: OutsideLine[] = [];
  try {
    const created = { gte: since, lte: until };
    for await (const row of client.balanceTransactions.list({
      limit: PAGE,
      created,
      expand: ['data.source'],
    })) {
      lines.push(...linesOf(row));
      if (lines.length > MOST_ROWS) throw new RangeError('more rows than one import takes');
    }
  } catch (error) {
    log.warn(
      { reason: error instanceof Error ? error.name : 'unknown' },
      'could not fetch the report of Stripe',
    );
    return null;
  }
  return { lines, period: { from, to } };
}

function linesOf({
  id,
  amount,
  fee,
  currency,
  created,
  type,
  description,
  source,
}: Transaction): OutsideLine[] {
  return withFee(
    {
      externalId: id,
      category: type,
      amountMicros: centsToMicros(amount),
      currency: currency.toUpperCase(),
      occurredAt: new Date(created * 1_000),
      references: [...namesOf(source), id],
      counterparty: null,
      description,
      isTransfer: STRIPE_TRANSFERS.has(type),
    },
    centsToMicros(fee),
  );
}

/**
 * Returns the ids that a source names. A source is an id or, if expanded, an object with the ids of itself,
 * its payment and its charge.
 */
function namesOf(source: Transaction['source']): string[] {
  if (source === null || typeof source === 'string') return source === null ? [] : [source];
  const { payment_intent, charge } = source as { payment_intent?: unknown; charge?: unknown };
  return [source.id, ...[payment_intent, charge].filter((name) => typeof name === 'string')];
}
