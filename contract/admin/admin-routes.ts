import { cohortRoutes } from '#contract/cohorts.ts';
import { debtRoutes } from '#contract/earnings/debts.ts';
import { externalStatementRoutes } from '#contract/external-statements/external-statements.ts';
import { ledgerRoutes } from '#contract/ledger/ledger.ts';
import { payoutTraceRoutes } from '#contract/payouts/payout-trace.ts';
import { adminProofRoutes } from '#contract/proofs.ts';
import { marketPriceRoutes } from '#contract/scoring/promise.ts';
import { proofTierRoutes } from '#contract/scoring/proof-tiers.ts';
import { scoreDriftRoutes } from '#contract/scoring/score-drifts.ts';
import { scoreProposalRoutes } from '#contract/scoring/score-proposals.ts';
import { scoreReviewRoutes } from '#contract/scoring/score-reviews.ts';
import { scoreRuleRoutes } from '#contract/scoring/score-rules.ts';
import { suspenseRoutes } from '#contract/suspense.ts';
import { adminPanelRoutes } from './admin.ts';
import { adminAttestationRoutes } from './admin-attestations.ts';
import { adminDepositRoutes } from './admin-deposits.ts';
import { adminFindRoutes } from './admin-find.ts';
import { adminInboxRoutes } from './admin-inbox.ts';
import { adminObjectRoutes } from './admin-objects.ts';
import { adminPayoutRoutes } from './admin-payouts.ts';
import { agreementRoutes } from './agreements.ts';
import { savedFilterRoutes } from './saved-filters.ts';

/**
 * The calls of the admin panel, by name. They are separate from `routes`, so that other pages don't load
 * their schemas.
 */
export const adminRoutes = {
  ...adminPanelRoutes,
  ...adminDepositRoutes,
  ...adminFindRoutes,
  ...adminInboxRoutes,
  ...adminObjectRoutes,
  ...agreementRoutes,
  ...cohortRoutes,
  ...debtRoutes,
  ...externalStatementRoutes,
  ...ledgerRoutes,
  ...adminPayoutRoutes,
  ...payoutTraceRoutes,
  ...adminAttestationRoutes,
  ...savedFilterRoutes,
  ...scoreDriftRoutes,
  ...scoreProposalRoutes,
  ...scoreReviewRoutes,
  ...adminProofRoutes,
  ...marketPriceRoutes,
  ...proofTierRoutes,
  ...scoreRuleRoutes,
  ...suspenseRoutes,
};
