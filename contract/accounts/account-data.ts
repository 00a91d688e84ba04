import { z } from 'zod';
import { PASSWORD_MAX } from '#contract/limits.ts';
import { microsWire } from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';

const rows = z.array(z.record(z.string(), z.json()));

/**
 * The parts of an export. Rows are exported as they are stored: amounts are decimal strings of micro-dollars,
 * and times are ISO 8601.
 */
export const exportParts = [
  'account',
  'profile',
  'sessions',
  'passkeys',
  'apiKeys',
  'connections',
  'connectionCodes',
  'notifications',
  'notificationPreferences',
  'files',
  'listings',
  'listingPins',
  'sourceChats',
  'sourceTranscripts',
  'submissions',
  'screenshots',
  'clipFiles',
  'counts',
  'clipAnalytics',
  'countedStretches',
  'reviewNotes',
  'fraudHolds',
  'attestationAudits',
  'proofRequests',
  'appeals',
  'earnings',
  'messages',
  'declarations',
  'blocks',
  'invitations',
  'webhookEndpoints',
  'webhookDeliveries',
  'studioProjects',
  'followedHosts',
  'savedSearches',
  'verifiedRecords',
  'resultLinks',
  'discordLink',
  'deposits',
  'cardPayments',
  'refunds',
  'disputes',
  'payouts',
  'payoutAccountChecks',
  'paymentAddress',
  'paymentCountry',
  'ledger',
  'supportMessages',
  'takedownRequests',
  'activity',
] as const;
export type ExportPart = (typeof exportParts)[number];

export const accountDataRoutes = {
  exportData: route('GET /api/account/export', {
    access: 'session',
    summary: 'All stored data about the caller, as a JSON download without secrets',
    reply: z.record(z.enum(exportParts), rows),
    perMinute: 5,
  }),
  accountClosing: route('GET /api/account/closing', {
    access: 'session',
    summary: 'Whether the own account can be deleted now, and what would happen',
    reply: z.object({
      /**
       * Each entry is a sentence about one reason why the account can't be deleted yet; empty if it can be
       * deleted.
       */
      obstacles: z.array(z.string()),
      /** The balance that deleting the account pays out to its payment email. */
      paysOutMicros: microsWire,
      /**
       * False for people who only sign in with Google and so have no password to confirm the deletion with.
       */
      hasPassword: z.boolean(),
    }),
  }),
  closeAccount: route('POST /api/account/close', {
    access: 'session',
    summary: 'Delete the own account for good: personal data is erased, the ledger stays without a name',
    body: z.object({
      /** The person's username, or the email if they have no username. */
      confirmation: z.string().max(254),
      password: z.string().max(PASSWORD_MAX).optional(),
    }),
    errors: [
      'account_open',
      'confirmation_differs',
      'confirm_identity',
      'login_failed',
      'demo_account_fixed',
      'not_found',
    ],
    perMinute: 10,
  }),
};
