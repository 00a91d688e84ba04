import { z } from 'zod';
import { type Micros, parseUsd } from '#contract/money.ts';

/**
 * The schemas below describe replies of PayPal. Unknown states of a payment are kept unchanged and count as
 * under way.
 */
const money = z.object({ currency: z.string(), value: z.string() });

export const tokenReply = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

export const batchReply = z.object({ batch_header: z.object({ payout_batch_id: z.string().min(1) }) });

export const itemReply = z.object({
  payout_item_id: z.string().min(1),
  transaction_id: z.string().optional(),
  transaction_status: z.string().default('PENDING'),
  payout_item_fee: money.optional(),
  payout_batch_id: z.string().min(1),
  sender_batch_id: z.string().optional(),
  payout_item: z.object({ sender_item_id: z.string().optional(), amount: money }),
  errors: z.object({ name: z.string().default(''), message: z.string().default('') }).optional(),
});

export const pageReply = z.object({
  total_pages: z.number().int().optional(),
  batch_header: z.object({ payout_batch_id: z.string(), batch_status: z.string() }),
  items: z.array(itemReply).default([]),
});

const amount = z.object({ currency_code: z.string(), value: z.string() });
const transaction = z.object({
  transaction_info: z.object({
    transaction_id: z.string().min(1),
    paypal_reference_id: z.string().optional(),
    transaction_event_code: z.string(),
    transaction_initiation_date: z.string(),
    transaction_amount: amount,
    fee_amount: amount.optional(),
    transaction_status: z.string(),
    invoice_id: z.string().optional(),
    custom_field: z.string().optional(),
  }),
  payer_info: z.object({ email_address: z.string().optional() }).optional(),
});
/** One row of PayPal's own report of the account. */
export type PaypalTransaction = z.infer<typeof transaction>;

export const transactionsReply = z.object({
  transaction_details: z.array(transaction).default([]),
  total_pages: z.number().int().default(1),
});

const link = z.object({ href: z.string() });
export const errorReply = z.object({
  name: z.string().default(''),
  details: z
    .array(
      z
        .object({ field: z.string().default(''), link: z.array(link).default([]) })
        .catch({ field: '', link: [] }),
    )
    .catch([])
    .default([]),
  links: z.array(link).catch([]).default([]),
});

/** The state of one payment at PayPal. */
export interface PaypalItem {
  itemId: string;
  /** PayPal's id of the batch. */
  batchId: string;
  /** Our id of the batch; only messages have it. */
  senderBatchId: string | null;
  /** Our id of the payout. */
  payoutId: string;
  state: string;
  transactionId: string | null;
  /** null when PayPal's amount can't be read as dollars. */
  amountMicros: Micros | null;
  feeMicros: Micros | null;
  /** PayPal's name of the error, such as RECEIVER_UNREGISTERED. */
  error: string | null;
}

const dollars = (amount: z.infer<typeof money> | undefined): Micros | null =>
  amount?.currency === 'USD' ? parseUsd(amount.value) : null;

/** Reads a payment from a reply. Returns null if the payment is not one of ours. */
export function readItem(item: z.output<typeof itemReply>): PaypalItem | null {
  const payoutId = item.payout_item.sender_item_id;
  if (!payoutId || !z.uuid().safeParse(payoutId).success) return null;
  return {
    itemId: item.payout_item_id,
    batchId: item.payout_batch_id,
    senderBatchId: item.sender_batch_id ?? null,
    payoutId,
    state: item.transaction_status,
    transactionId: item.transaction_id ?? null,
    amountMicros: dollars(item.payout_item.amount),
    feeMicros: dollars(item.payout_item_fee),
    error: item.errors?.name || null,
  };
}

/** Returns the batch that a refusal names because its id was already used; null for another refusal. */
export function originalBatch(body: unknown): string | null {
  const read = errorReply.safeParse(body);
  if (!read.success) return null;
  const about = read.data.details.some(({ field }) => field.toUpperCase().includes('SENDER_BATCH_ID'));
  if (!about) return null;
  const links = [...read.data.links, ...read.data.details.flatMap((detail) => detail.link)];
  for (const { href } of links) {
    const id = /\/v1\/payments\/payouts\/([A-Za-z0-9_-]{1,64})(?:[/?#]|$)/.exec(href)?.[1];
    if (id) return id;
  }
  return null;
}
