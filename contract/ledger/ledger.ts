import { z } from 'zod';
import { csvOf } from '#contract/wire/csv.ts';
import {
  cursorQuery,
  daySpan,
  idSchema,
  idsInput,
  microsWire,
  momentWire,
  pageOf,
  sortBy,
} from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';

/** Account kinds in the order of the chart of accounts; docs/ledger.md describes each. */
export const accountKinds = [
  'clearing_test',
  'clearing_bank',
  'clearing_stripe',
  'clearing_paypal',
  'clearing_manual',
  'clipper_owed',
  'platform_loss',
  'platform_processor_fees',
  'host',
  'listing',
  'clip_reserved',
  'clipper_pending',
  'clipper_available',
  'payout',
  'platform_rounding',
  'platform_suspense',
] as const;
export const accountKind = z.enum(accountKinds);
export type AccountKind = (typeof accountKinds)[number];

/** Owner id of ledger accounts that belong to the platform rather than to a person, listing or clip. */
export const PLATFORM_OWNER = '00000000-0000-0000-0000-000000000000';

const invariant = z.object({ name: z.string(), ok: z.boolean(), detail: z.string() });

/** Result of all ledger invariants at one time. */
export const reconciliation = z.object({
  at: momentWire,
  /** True for the nightly job; false when an admin started it. */
  nightly: z.boolean(),
  ok: z.boolean(),
  invariants: z.array(invariant),
});
export type Reconciliation = z.infer<typeof reconciliation>;

/**
 * Totals of one account kind. Debits and credits are the sums of the balances on each side; credits are
 * liabilities.
 */
export const trialBalanceRow = z.object({
  kind: accountKind,
  name: z.string(),
  /** Number of accounts that were ever used. */
  accounts: z.int(),
  debitMicros: microsWire,
  creditMicros: microsWire,
});
export type TrialBalanceRow = z.infer<typeof trialBalanceRow>;

export const ledgerAccountRow = z.object({
  ownerId: idSchema,
  /** A username or a title; null for the platform's accounts, and if the owner no longer exists. */
  owner: z.string().nullable(),
  /** Positive for a credit balance, which is money owed to the account's owner. */
  balanceMicros: microsWire,
});
export type LedgerAccountRow = z.infer<typeof ledgerAccountRow>;

/** A ledger transfer, as seen from one of its accounts. */
export const ledgerTransferRow = z.object({
  id: z.string(),
  entryId: idSchema,
  occurredAt: momentWire,
  kind: z.string(),
  name: z.string(),
  /** Change of that account's balance; negative if the transfer debits the account. */
  changeMicros: microsWire,
  otherKind: accountKind,
  otherOwnerId: idSchema,
  subjectId: idSchema,
});
export type LedgerTransferRow = z.infer<typeof ledgerTransferRow>;

const listRoutes = {
  trialBalance: route('GET /api/admin/trial-balance', {
    access: 'admin',
    summary: 'Balances by kind of account at one moment; they add up to zero',
    query: cursorQuery,
    reply: pageOf(trialBalanceRow).extend({
      debitMicros: microsWire,
      creditMicros: microsWire,
      /** The sum of all debits minus all credits. If it is not zero, money was lost or created. */
      differenceMicros: microsWire,
    }),
  }),
  ledgerAccounts: route('GET /api/admin/ledger-accounts', {
    access: 'admin',
    summary: 'The accounts of a kind, by owner; `all` with those that hold nothing',
    query: cursorQuery.extend({ kind: accountKind, all: z.enum(['true', 'false']).default('false') }),
    reply: pageOf(ledgerAccountRow),
  }),
  ledgerTransfers: route('GET /api/admin/ledger-transfers', {
    access: 'admin',
    summary:
      'The transfers of one account, newest first or by `sort`; `about` limits them to these deposits, refunds, clips, payouts or items',
    query: cursorQuery.extend({
      kind: accountKind,
      owner: idSchema,
      about: idsInput.optional(),
      sort: sortBy('date'),
    }),
    reply: pageOf(ledgerTransferRow),
  }),
};

export const ledgerRoutes = {
  ...listRoutes,
  trialBalanceCsv: csvOf(listRoutes.trialBalance, 'trial-balance.csv'),
  ledgerAccountsCsv: csvOf(listRoutes.ledgerAccounts, 'ledger-accounts.csv'),
  ledgerTransfersCsv: csvOf(listRoutes.ledgerTransfers, 'ledger-transfers.csv'),
  latestReconciliation: route('GET /api/admin/reconciliation', {
    access: 'admin',
    summary: 'The last reconciliation of the ledger, nightly or asked for; null before the first one',
    reply: z.object({ reconciliation: reconciliation.nullable() }),
  }),
  ledgerJournal: route('GET /api/admin/ledger.journal', {
    access: 'admin',
    summary: 'The journal in hledger’s format for these days (UTC, both included), opening balances first',
    query: z.object(daySpan),
    reply: z.string(),
    perMinute: 6,
  }),
  reconcileLedger: route('POST /api/admin/reconciliation', {
    access: 'admin',
    summary: 'Check every invariant of `npm run reconcile` now, and store the result',
    reply: reconciliation,
    perMinute: 6,
  }),
};
