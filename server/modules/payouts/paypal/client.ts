import { cutToCents, formatDecimal, type Micros } from '#contract/money.ts';
import { after, type Clock, MINUTE, SECOND } from '#server/infra/clock.ts';
import { callOutside, type OutsideReply } from '#server/modules/connections/connections.ts';
import {
  batchReply,
  errorReply,
  itemReply,
  originalBatch,
  type PaypalItem,
  type PaypalTransaction,
  pageReply,
  readItem,
  tokenReply,
  transactionsReply,
} from './reply.ts';

/** Credentials of an account at PayPal, or at the simulator. */
export interface PaypalAccount {
  /** Address of the API without a trailing slash. */
  base: string;
  clientId: string;
  clientSecret: string;
  webhookId: string;
  /** Origins from which the certificate of a webhook message may be fetched. */
  certificateOrigins: string[];
  /** Timeout of a request in milliseconds; tests shorten it. */
  timeoutMs?: number;
}

export interface Payment {
  payoutId: string;
  receiver: string;
  amountMicros: Micros;
}

/**
 * PayPal's answer to a batch. accepted: PayPal has the batch, from this attempt or an earlier one. later: the
 * batch must be sent again under the same id; `reached` says whether PayPal may have taken it. refused:
 * PayPal read the batch and did not take it, because of our account (money, permissions) or because of the
 * batch's content.
 */
export type Sent =
  | { kind: 'accepted'; batchId: string }
  | { kind: 'later'; reached: boolean; problem: string; waitSeconds: number | null }
  | { kind: 'refused'; because: 'account' | 'content'; problem: string };

export type BatchRead =
  | { kind: 'read'; status: string; items: PaypalItem[] }
  | { kind: 'later'; problem: string };

export type Canceled = { kind: 'canceled'; item: PaypalItem } | { kind: 'not_now' } | { kind: 'later' };

export interface PaypalClient {
  /** Sends a batch. `key` identifies the batch for ever: the same key always has the same content. */
  send(key: string, payments: readonly Payment[]): Promise<Sent>;
  read(batchId: string): Promise<BatchRead>;
  /**
   * Returns the transactions of the account in this period (at most 31 days), page by page; null if PayPal
   * can't report them now.
   */
  transactions(from: Date, to: Date): Promise<PaypalTransaction[] | null>;
  /** Cancels an unclaimed payment. */
  cancel(itemId: string): Promise<Canceled>;
}

/**
 * Time limit of a request: long, because PayPal needs long for a batch of hundreds, but shorter than the
 * sender's lease.
 */
const TIMEOUT_MS = 30_000;
const PAGE_ITEMS = 500;
const MOST_PAGES = 40;
const TOKEN_MARGIN = 5 * MINUTE;
/** Refusals because of the batch's content; others are about the account or temporary. */
const CONTENT = new Set([
  'VALIDATION_ERROR',
  'USER_BUSINESS_ERROR',
  'MALFORMED_REQUEST_JSON',
  'MALFORMED_REQUEST',
]);
/** Temporary refusals, with any status. */
const PASSING = new Set([
  'PREVIOUS_REQUEST_IN_PROGRESS',
  'REQUEST_TIMEOUT_EXCEEDED',
  'RATE_LIMIT_VALIDATION',
]);

/** Calls PayPal's Payouts API over HTTP. Keeps the access token until five minutes before it expires. */
export function createPaypalClient(account: PaypalAccount, clock: Clock): PaypalClient {
  const token = tokenKeeper(account, clock);

  /** Calls PayPal. Returns null if there was no token, so that no request was sent. */
  const call: Call = async (method, path, body) => {
    const bearer = await token.get();
    if (bearer === null) return null;
    const json = body === undefined ? null : JSON.stringify(body);
    const init = {
      method,
      headers: {
        authorization: `Bearer ${bearer}`,
        ...(json === null ? {} : { 'content-type': 'application/json' }),
      },
      body: json,
    };
    const reply = await callOutside(`${account.base}${path}`, init, {
      timeoutMs: account.timeoutMs ?? TIMEOUT_MS,
    });
    if (!reply.ok) return reply.problem.detail;
    if (reply.value.status === 401) token.forget();
    return reply.value;
  };

  return {
    async send(key, payments) {
      const reply = await call('POST', '/v1/payments/payouts', batchOf(key, payments));
      if (reply === null)
        return { kind: 'later', reached: false, problem: 'no access token', waitSeconds: null };
      if (typeof reply === 'string')
        return { kind: 'later', reached: true, problem: reply, waitSeconds: null };
      return sentOf(reply);
    },
    async read(batchId) {
      const items: PaypalItem[] = [];
      for (let page = 1; page <= MOST_PAGES; page++) {
        const query = `page=${page}&page_size=${PAGE_ITEMS}&total_required=true`;
        const reply = await call('GET', `/v1/payments/payouts/${encodeURIComponent(batchId)}?${query}`);
        if (reply === null || typeof reply === 'string')
          return { kind: 'later', problem: reply ?? 'no access token' };
        const read = reply.status === 200 ? pageReply.safeParse(reply.body) : null;
        if (!read?.success) return { kind: 'later', problem: problemOf(reply) };
        items.push(...read.data.items.map(readItem).filter((item) => item !== null));
        if (page >= (read.data.total_pages ?? 1)) {
          return { kind: 'read', status: read.data.batch_header.batch_status, items };
        }
      }
      return { kind: 'later', problem: 'more pages than a batch can have' };
    },
    transactions: (from, to) => readTransactions(call, from, to),
    async cancel(itemId) {
      const reply = await call('POST', `/v1/payments/payouts-item/${encodeURIComponent(itemId)}/cancel`);
      if (reply === null || typeof reply === 'string') return { kind: 'later' };
      const read = reply.status === 200 ? itemReply.safeParse(reply.body) : null;
      const item = read?.success ? readItem(read.data) : null;
      if (item) return { kind: 'canceled', item };
      return reply.status === 400 ? { kind: 'not_now' } : { kind: 'later' };
    },
  };
}

type Call = (method: string, path: string, body?: unknown) => Promise<OutsideReply | string | null>;

async function readTransactions(call: Call, from: Date, to: Date): Promise<PaypalTransaction[] | null> {
  const found: PaypalTransaction[] = [];
  for (let page = 1; page <= MOST_PAGES; page++) {
    const query = new URLSearchParams({
      start_date: from.toISOString(),
      end_date: to.toISOString(),
      fields: 'transaction_info,payer_info',
      balance_affecting_records_only: 'Y',
      page_size: `${PAGE_ITEMS}`,
      page: `${page}`,
    });
    const reply = await call('GET', `/v1/reporting/transactions?${query}`);
    if (reply === null || typeof reply === 'string' || reply.status !== 200) return null;
    const read = transactionsReply.safeParse(reply.body);
    if (!read.success) return null;
    found.push(...read.data.transaction_details);
    if (page >= read.data.total_pages) return found;
  }
  return null;
}

function tokenKeeper({ base, clientId, clientSecret }: PaypalAccount, clock: Clock) {
  let kept: { token: string; until: Date } | null = null;
  return {
    async get(): Promise<string | null> {
      if (kept && kept.until > clock.now()) return kept.token;
      const asked = clock.now();
      const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
      const reply = await callOutside(`${base}/v1/oauth2/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${basic}` },
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
      });
      const read = reply.ok && reply.value.status === 200 ? tokenReply.safeParse(reply.value.body) : null;
      if (!read?.success) return null;
      const { access_token, expires_in } = read.data;
      kept = { token: access_token, until: after(asked, expires_in * SECOND - TOKEN_MARGIN) };
      return access_token;
    },
    forget() {
      kept = null;
    },
  };
}

const batchOf = (key: string, payments: readonly Payment[]) => ({
  sender_batch_header: {
    sender_batch_id: key,
    email_subject: 'You have a payout from Permille',
    email_message: 'Your earnings for verified views are on their way.',
  },
  items: payments.map(({ payoutId, receiver, amountMicros }) => ({
    recipient_type: 'EMAIL',
    receiver,
    amount: { value: formatDecimal(cutToCents(amountMicros)), currency: 'USD' },
    note: 'Permille payout',
    sender_item_id: payoutId,
  })),
});

function sentOf(reply: OutsideReply): Sent {
  const accepted = reply.status === 201 || reply.status === 200 ? batchReply.safeParse(reply.body) : null;
  if (accepted?.success) return { kind: 'accepted', batchId: accepted.data.batch_header.payout_batch_id };
  const problem = problemOf(reply);
  const original = originalBatch(reply.body);
  if (original) return { kind: 'accepted', batchId: original };
  const name = nameOf(reply);
  const wait = Number(reply.headers.get('retry-after')) || null;
  // PayPal did not read the batch, because we are unauthorized or rate-limited.
  if (reply.status === 401 || reply.status === 429)
    return { kind: 'later', reached: false, problem, waitSeconds: wait };
  if (reply.status < 400 || reply.status >= 500 || PASSING.has(name) || name === '') {
    return { kind: 'later', reached: true, problem, waitSeconds: wait };
  }
  // A refusal of the id as already used proves that PayPal has the batch, even if the refusal does not name
  // it.
  if (JSON.stringify(reply.body).toUpperCase().includes('SENDER_BATCH_ID')) {
    return { kind: 'later', reached: true, problem, waitSeconds: wait };
  }
  return { kind: 'refused', because: CONTENT.has(name) ? 'content' : 'account', problem };
}

function nameOf(reply: OutsideReply): string {
  const read = errorReply.safeParse(reply.body);
  return read.success ? read.data.name : '';
}

/** Returns PayPal's error name for operators, never the request. */
const problemOf = (reply: OutsideReply): string =>
  `${reply.status} ${nameOf(reply).slice(0, 60) || 'an answer that could not be read'}`;
