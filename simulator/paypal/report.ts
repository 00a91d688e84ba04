import type { World } from '../world.ts';
import { feeOf } from './items.ts';
import type { PaypalBatch, PaypalItem } from './state.ts';

const DAYS_31 = 31 * 86_400_000;

interface Reported {
  id: string;
  code: string;
  /** The id of the related transaction; null without one. */
  related: string | null;
  at: string;
  status: 'S' | 'P' | 'V';
  value: string;
  fee: string | null;
  item: PaypalItem;
}

/**
 * Returns a page of the account's transactions, as `GET /v1/reporting/transactions` lists them: payments
 * (T0001) with their fee, and returned money (T1114 reversal, T1115 refund). Null when the dates are invalid
 * or too far apart.
 */
export function reportPage(world: World, query: URLSearchParams): object | null {
  const [from, to] = [query.get('start_date'), query.get('end_date')].map((day) => Date.parse(day ?? ''));
  if (!(from! <= to!) || to! - from! > DAYS_31) return null;
  const size = Math.min(Math.max(Number(query.get('page_size')) || 100, 1), 500);
  const page = Math.max(Number(query.get('page')) || 1, 1);
  const now = world.clock.now().toISOString();
  const all = world.state.paypal.batches
    .flatMap((batch) => batch.items.flatMap((item) => transactionsOf(batch, item, now)))
    .filter(({ at }) => Date.parse(at) >= from! && Date.parse(at) <= to!)
    .sort((a, b) => a.at.localeCompare(b.at) || a.id.localeCompare(b.id));
  return {
    transaction_details: all.slice((page - 1) * size, page * size).map(detailsOf),
    start_date: query.get('start_date'),
    end_date: query.get('end_date'),
    last_refreshed_datetime: now,
    page,
    total_items: all.length,
    total_pages: Math.max(Math.ceil(all.length / size), 1),
  };
}

const MONEY_OUT = new Set(['SUCCESS', 'UNCLAIMED', 'ONHOLD']);
const BACK: Record<string, string> = { RETURNED: 'T1114', REVERSED: 'T1114', REFUNDED: 'T1115' };

function transactionsOf(batch: PaypalBatch, item: PaypalItem, now: string): Reported[] {
  if (batch.denied) return [];
  const past = item.steps.filter(({ at }) => at <= now);
  const out = past.find(({ state }) => MONEY_OUT.has(state));
  const paid = past.find(({ state }) => state === 'SUCCESS');
  const back = past.find(({ state }) => state in BACK);
  if (!out) return [];
  const sent: Reported = {
    id: item.transactionId,
    code: 'T0001',
    related: null,
    at: (paid ?? out).at,
    status: back ? 'V' : paid ? 'S' : 'P',
    value: `-${item.value}`,
    fee: paid ? `-${feeOf(item, 'SUCCESS')}` : null,
    item,
  };
  if (!back) return [sent];
  const related = item.transactionId;
  const id = `R${related.slice(1)}`;
  const came = { id, code: BACK[back.state]!, related, at: back.at, value: item.value, fee: null };
  return [sent, { ...sent, ...came, status: 'S' }];
}

const usd = (value: string) => ({ currency_code: 'USD', value });

const detailsOf = ({ id, code, related, at, status, value, fee, item }: Reported) => ({
  transaction_info: {
    transaction_id: id,
    ...(related ? { paypal_reference_id: related, paypal_reference_id_type: 'TXN' } : {}),
    transaction_event_code: code,
    transaction_initiation_date: at,
    transaction_updated_date: at,
    transaction_amount: usd(value),
    ...(fee ? { fee_amount: usd(fee) } : {}),
    transaction_status: status,
    custom_field: item.senderItemId,
  },
  payer_info: { email_address: item.receiver },
});
