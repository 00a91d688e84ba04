import { accountAccessRoutes } from './accounts/account-access.ts';
import { accountDataRoutes } from './accounts/account-data.ts';
import { accountRoutes } from './accounts/accounts.ts';
import { emailChangeRoutes } from './accounts/email-change.ts';
import { passkeyRoutes } from './accounts/passkeys.ts';
import { secondFactorRoutes } from './accounts/second-factor.ts';
import { appealRoutes } from './appeals.ts';
import { attestationRoutes } from './attestations.ts';
import { blockRoutes } from './blocks.ts';
import { clipFileRoutes } from './clips/clip-files.ts';
import { clipPlayerRoutes } from './clips/clip-player.ts';
import { clipRoutes } from './clips/clips.ts';
import { connectionRoutes } from './connections.ts';
import { declarationRoutes } from './declarations.ts';
import { demoRoutes } from './demo.ts';
import { depositRoutes } from './deposits/deposits.ts';
import { earningsRoutes } from './earnings/earnings.ts';
import { receiptRoutes } from './earnings/receipts.ts';
import { eventRoutes } from './events/events.ts';
import { fraudHoldRoutes } from './fraud-holds.ts';
import { statementRoutes } from './ledger/statements.ts';
import { listingResultRoutes } from './listing-results/listing-results.ts';
import { resultLinkRoutes } from './listing-results/result-links.ts';
import { invitationRoutes } from './listings/invitations.ts';
import { listingRoutes } from './listings/listings.ts';
import { mediaRoutes } from './media/media.ts';
import { payoutPartRoutes } from './payouts/payout-parts.ts';
import { payoutRoutes } from './payouts/payouts.ts';
import { profileRoutes } from './profiles.ts';
import { proofRoutes } from './proofs.ts';
import { promiseRoutes } from './scoring/promise.ts';
import { reviewNoteRoutes } from './scoring/review-notes.ts';
import { captionCheckRoutes } from './submissions/caption-checks.ts';
import { messageRoutes } from './submissions/messages.ts';
import { submissionRoutes } from './submissions/submissions.ts';
import { supportRoutes } from './support/support.ts';
import { takedownRoutes } from './support/takedowns.ts';

/** The calls of visitors, hosts and clippers, by name. Admins use some of them too. */
export const routes = {
  ...accountRoutes,
  ...emailChangeRoutes,
  ...accountAccessRoutes,
  ...accountDataRoutes,
  ...secondFactorRoutes,
  ...passkeyRoutes,
  ...mediaRoutes,
  ...statementRoutes,
  ...profileRoutes,
  ...attestationRoutes,
  ...proofRoutes,
  ...connectionRoutes,
  ...eventRoutes,
  ...listingRoutes,
  ...listingResultRoutes,
  ...resultLinkRoutes,
  ...submissionRoutes,
  ...clipFileRoutes,
  ...clipPlayerRoutes,
  ...messageRoutes,
  ...blockRoutes,
  ...invitationRoutes,
  ...appealRoutes,
  ...reviewNoteRoutes,
  ...promiseRoutes,
  ...clipRoutes,
  ...declarationRoutes,
  ...fraudHoldRoutes,
  ...captionCheckRoutes,
  ...earningsRoutes,
  ...receiptRoutes,
  ...depositRoutes,
  ...payoutRoutes,
  ...payoutPartRoutes,
  ...supportRoutes,
  ...takedownRoutes,
  ...demoRoutes,
};
