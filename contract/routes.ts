import { accountAccessRoutes } from './account-access.ts';
import { accountDataRoutes } from './account-data.ts';
import { accountRoutes } from './accounts.ts';
import { appealRoutes } from './appeals.ts';
import { attestationRoutes } from './attestations.ts';
import { blockRoutes } from './blocks.ts';
import { captionCheckRoutes } from './caption-checks.ts';
import { clipFileRoutes } from './clip-files.ts';
import { clipPlayerRoutes } from './clip-player.ts';
import { clipRoutes } from './clips.ts';
import { connectionRoutes } from './connections.ts';
import { demoRoutes } from './demo.ts';
import { depositRoutes } from './deposits.ts';
import { earningsRoutes } from './earnings.ts';
import { eventRoutes } from './events.ts';
import { fraudHoldRoutes } from './fraud-holds.ts';
import { invitationRoutes } from './invitations.ts';
import { listingRoutes } from './listings.ts';
import { mediaRoutes } from './media.ts';
import { messageRoutes } from './messages.ts';
import { payoutPartRoutes } from './payout-parts.ts';
import { payoutRoutes } from './payouts.ts';
import { profileRoutes } from './profiles.ts';
import { receiptRoutes } from './receipts.ts';
import { secondFactorRoutes } from './second-factor.ts';
import { statementRoutes } from './statements.ts';
import { submissionRoutes } from './submissions.ts';
import { supportRoutes } from './support.ts';
import { takedownRoutes } from './takedowns.ts';

/** The calls of visitors, hosts and clippers, including those that admins share with them, by name. */
export const routes = {
  ...accountRoutes,
  ...accountAccessRoutes,
  ...accountDataRoutes,
  ...secondFactorRoutes,
  ...mediaRoutes,
  ...statementRoutes,
  ...profileRoutes,
  ...attestationRoutes,
  ...connectionRoutes,
  ...eventRoutes,
  ...listingRoutes,
  ...submissionRoutes,
  ...clipFileRoutes,
  ...clipPlayerRoutes,
  ...messageRoutes,
  ...blockRoutes,
  ...invitationRoutes,
  ...appealRoutes,
  ...clipRoutes,
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
