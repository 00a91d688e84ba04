import { accountErrors } from './errors/accounts.ts';
import { adminErrors } from './errors/admin.ts';
import { apiKeyErrors } from './errors/api-keys.ts';
import { appealErrors } from './errors/appeals.ts';
import { attestationErrors } from './errors/attestations.ts';
import { cohortErrors } from './errors/cohorts.ts';
import { commonErrors } from './errors/common.ts';
import { connectionErrors } from './errors/connections.ts';
import { declarationErrors } from './errors/declarations.ts';
import { depositErrors } from './errors/deposits.ts';
import { eventErrors } from './errors/events.ts';
import { externalStatementErrors } from './errors/external-statements.ts';
import { followErrors } from './errors/follows.ts';
import { listingResultErrors } from './errors/listing-results.ts';
import { listingErrors } from './errors/listings.ts';
import { mediaErrors } from './errors/media.ts';
import { payoutErrors } from './errors/payouts.ts';
import { peopleErrors } from './errors/people.ts';
import { profileErrors } from './errors/profiles.ts';
import { proofErrors } from './errors/proofs.ts';
import { scoringErrors } from './errors/scoring.ts';
import { studioErrors } from './errors/studio.ts';
import { submissionErrors } from './errors/submissions.ts';
import { supportErrors } from './errors/support.ts';
import { suspenseErrors } from './errors/suspense.ts';
import { verifiedRecordErrors } from './errors/verified-records.ts';
import { webhookEndpointErrors } from './errors/webhook-endpoints.ts';

/** The HTTP status, title and message of each error code. docs/errors.md has a row for each code. */
export const errorCatalogue = {
  ...commonErrors,
  ...accountErrors,
  ...apiKeyErrors,
  ...profileErrors,
  ...mediaErrors,
  ...cohortErrors,
  ...connectionErrors,
  ...listingErrors,
  ...listingResultErrors,
  ...followErrors,
  ...scoringErrors,
  ...studioErrors,
  ...submissionErrors,
  ...declarationErrors,
  ...attestationErrors,
  ...proofErrors,
  ...appealErrors,
  ...peopleErrors,
  ...depositErrors,
  ...payoutErrors,
  ...suspenseErrors,
  ...eventErrors,
  ...verifiedRecordErrors,
  ...webhookEndpointErrors,
  ...externalStatementErrors,
  ...supportErrors,
  ...adminErrors,
} satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof errorCatalogue;

export interface ErrorRow {
  status: number;
  title: string;
  detail: string;
}
