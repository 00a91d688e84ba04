import { adminPanelRoutes } from './admin.ts';
import { adminAttestationRoutes } from './admin-attestations.ts';
import { adminDepositRoutes } from './admin-deposits.ts';
import { adminFindRoutes } from './admin-find.ts';
import { adminInboxRoutes } from './admin-inbox.ts';
import { adminObjectRoutes } from './admin-objects.ts';
import { adminPayoutRoutes } from './admin-payouts.ts';
import { agreementRoutes } from './agreements.ts';
import { cohortRoutes } from './cohorts.ts';
import { debtRoutes } from './debts.ts';
import { externalStatementRoutes } from './external-statements.ts';
import { ledgerRoutes } from './ledger.ts';
import { payoutTraceRoutes } from './payout-trace.ts';
import { savedFilterRoutes } from './saved-filters.ts';
import { scoreDriftRoutes } from './score-drifts.ts';
import { scoreProposalRoutes } from './score-proposals.ts';
import { scoreReviewRoutes } from './score-reviews.ts';
import { scoreRuleRoutes } from './score-rules.ts';
import { suspenseRoutes } from './suspense.ts';

/** The calls of the admin panel, by name. They are a separate object so that other pages don't load their schemas. */
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
  ...scoreRuleRoutes,
  ...suspenseRoutes,
};
