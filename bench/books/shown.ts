import type { z } from 'zod';
import type { accountDataRoutes } from '#contract/account-data.ts';
import type { adminPanelRoutes } from '#contract/admin.ts';
import type { appealRoutes } from '#contract/appeals.ts';
import type { depositRoutes } from '#contract/deposits.ts';
import type { earningsRoutes } from '#contract/earnings.ts';
import type { ledgerRoutes } from '#contract/ledger.ts';
import type { listingRoutes } from '#contract/listings.ts';
import type { payoutRoutes } from '#contract/payouts.ts';
import type { statementRoutes } from '#contract/statements.ts';

/** What the API answers, as it goes over the wire: amounts are texts. */
type Shown<R extends { reply: z.ZodType }> = z.input<R['reply']>;
type RowOf<R extends { reply: z.ZodType }> = Shown<R> extends { rows: (infer Row)[] } ? Row : never;

export type Closing = Shown<typeof accountDataRoutes.accountClosing>;
export type UserRow = RowOf<typeof adminPanelRoutes.adminUsers>;
export type AdminListingRow = RowOf<typeof adminPanelRoutes.adminListings>;
export type AdminSubmissionRow = RowOf<typeof adminPanelRoutes.adminSubmissions>;
export type AppealRow = RowOf<typeof appealRoutes.adminAppeals>;
export type HoldShown = NonNullable<Shown<typeof appealRoutes.clipAppeals>['hold']>;
export type ClipAppeals = Shown<typeof appealRoutes.clipAppeals>;
export type AdminDepositRow = RowOf<typeof depositRoutes.adminDeposits>;
export type HostDepositRow = RowOf<typeof depositRoutes.hostDeposits>;
export type ReceiptShown = Shown<typeof earningsRoutes.showReceipt>;
export type HostOverview = Shown<typeof earningsRoutes.hostOverview>;
export type ClipperOverview = Shown<typeof earningsRoutes.clipperOverview>;
export type TrialBalance = Shown<typeof ledgerRoutes.trialBalance>;
export type LedgerAccountRow = RowOf<typeof ledgerRoutes.ledgerAccounts>;
export type Proof = Shown<typeof ledgerRoutes.proveLedger>;
export type ListingShown = Shown<typeof listingRoutes.showListing>;
export type HostListingRow = RowOf<typeof listingRoutes.hostListings>;
export type PayoutRow = RowOf<typeof payoutRoutes.clipperPayouts>;
export type LeavingShown = Shown<typeof payoutRoutes.leaving>;
export type AdminPayoutRow = RowOf<typeof payoutRoutes.adminPayouts>;
export type StatementRow = RowOf<typeof statementRoutes.hostStatement>;
