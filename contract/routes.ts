import { accountDataRoutes } from './account-data.ts';
import { accountRoutes } from './accounts.ts';
import { adminRoutes } from './admin.ts';
import { appealRoutes } from './appeals.ts';
import { blockRoutes } from './blocks.ts';
import { connectionRoutes } from './connections.ts';
import { debtRoutes } from './debts.ts';
import { depositRoutes } from './deposits.ts';
import { earningsRoutes } from './earnings.ts';
import { invitationRoutes } from './invitations.ts';
import { ledgerRoutes } from './ledger.ts';
import { listingRoutes } from './listings.ts';
import { mediaRoutes } from './media.ts';
import { messageRoutes } from './messages.ts';
import { notificationRoutes } from './notifications.ts';
import { payoutDeskRoutes } from './payout-desk.ts';
import { payoutRoutes } from './payouts.ts';
import { profileRoutes } from './profiles.ts';
import { proofRoutes } from './proofs.ts';
import { scoreRuleRoutes } from './score-rules.ts';
import { secondFactorRoutes } from './second-factor.ts';
import { statementRoutes } from './statements.ts';
import { submissionRoutes } from './submissions.ts';
import { supportRoutes } from './support.ts';
import { takedownRoutes } from './takedowns.ts';
import { verificationRoutes } from './verification.ts';

/** Every call between web and server, by name. The server's registrations, the client and OpenAPI come from this. */
export const routes = {
  ...accountRoutes,
  ...accountDataRoutes,
  ...secondFactorRoutes,
  ...mediaRoutes,
  ...ledgerRoutes,
  ...statementRoutes,
  ...profileRoutes,
  ...proofRoutes,
  ...connectionRoutes,
  ...notificationRoutes,
  ...listingRoutes,
  ...submissionRoutes,
  ...messageRoutes,
  ...blockRoutes,
  ...invitationRoutes,
  ...appealRoutes,
  ...verificationRoutes,
  ...scoreRuleRoutes,
  ...earningsRoutes,
  ...debtRoutes,
  ...depositRoutes,
  ...payoutRoutes,
  ...payoutDeskRoutes,
  ...supportRoutes,
  ...takedownRoutes,
  ...adminRoutes,
};
