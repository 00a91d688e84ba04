import { z } from 'zod';
import { PASSWORD_MAX } from './limits.ts';
import { microsWire } from './primitives.ts';
import { route } from './route.ts';

const rows = z.array(z.record(z.string(), z.json()));

/** The parts of an export: rows as they are kept, money as decimal strings of micro-dollars, moments in ISO 8601. */
export const exportParts = [
  'account',
  'profile',
  'sessions',
  'apiKeys',
  'connections',
  'connectionCodes',
  'notifications',
  'notificationPreferences',
  'files',
  'listings',
  'listingPins',
  'sourceTranscripts',
  'submissions',
  'screenshots',
  'clipFiles',
  'counts',
  'clipAnalytics',
  'countedStretches',
  'fraudHolds',
  'attestationAudits',
  'appeals',
  'earnings',
  'messages',
  'blocks',
  'invitations',
  'webhookEndpoints',
  'webhookDeliveries',
  'studioProjects',
  'followedHosts',
  'savedSearches',
  'verifiedRecords',
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
    summary: 'Everything that is kept about the caller, as a JSON download; no secrets',
    reply: z.record(z.enum(exportParts), rows),
    perMinute: 5,
  }),
  accountClosing: route('GET /api/account/closing', {
    access: 'session',
    summary: 'Whether the own account can be deleted now, and what would happen',
    reply: z.object({
      /** Each a sentence; empty when the account can be deleted. */
      obstacles: z.array(z.string()),
      /** Leaves for the payment email when the account is deleted. */
      paysOutMicros: microsWire,
      /** False for who signs in with Google only. */
      hasPassword: z.boolean(),
    }),
  }),
  closeAccount: route('POST /api/account/close', {
    access: 'session',
    summary: 'Delete the own account for good: personal data is erased, the ledger stays without a name',
    body: z.object({
      /** The own username, or the email where there is none. */
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
