import { z } from 'zod';
import { NOTE_MAX } from '#contract/limits.ts';
import { centsToMicros, formatUsd } from '#contract/money.ts';
import { microsWire, momentWire } from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';

const PRICE_MAX = centsToMicros(100_000);

/** The expected loss of a host, as audits measure it on this installation. Amounts are per $1,000 paid. */
export const promise = z.object({
  audits: z.object({
    decided: z.int(),
    /** Decided audits whose views are not paid, unanswered ones included. */
    bought: z.int(),
    undecided: z.int(),
  }),
  /** The money for which audits were drawn, without the money that audits refused. */
  drawnMicros: microsWire,
  /** Null if too few audits are decided. The true loss is within the interval in 19 of 20 cases. */
  loss: z.object({ micros: microsWire, lowMicros: microsWire, highMicros: microsWire }).nullable(),
  /** The upper end of the interval, however few audits there are; null if none is decided. */
  atMostMicros: microsWire.nullable(),
  /** Money that returned to hosts because views were bought: before it was paid, and afterwards. */
  keptMicros: microsWire,
  takenBackMicros: microsWire,
  /** The price of 1,000 bought views on the market; null if the operator names none. */
  marketPriceMicros: microsWire.nullable(),
  measuredAt: momentWire,
});
export type HostPromise = z.infer<typeof promise>;

export const promiseRoutes = {
  hostPromise: route('GET /api/promise', {
    access: 'public',
    summary: 'What hosts lose to bought views per $1,000 paid, measured by audits, and what was caught',
    reply: promise,
  }),
};

export const marketPriceRoutes = {
  marketPrice: route('GET /api/admin/market-price', {
    access: 'admin',
    summary: 'The price of 1,000 bought views on the market, which the promise to hosts shows',
    reply: z.object({ priceMicros: microsWire.nullable() }),
  }),
  changeMarketPrice: route('PUT /api/admin/market-price', {
    access: 'admin',
    recentLogin: true,
    summary: 'Name the price of 1,000 bought views on the market, or none',
    body: z.object({
      priceMicros: microsWire
        .refine((price) => price > 0n && price <= PRICE_MAX, {
          error: `Price: above $0.00, at most ${formatUsd(PRICE_MAX)}.`,
        })
        .nullable(),
      note: z.string().trim().min(1).max(NOTE_MAX),
    }),
  }),
};
