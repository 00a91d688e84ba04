import { z } from 'zod';
import { idParams, idSchema, microsWire, momentWire, viewsSchema } from './wire/primitives.ts';
import { route } from './wire/route.ts';

export const VERIFIED_RECORDS_MAX = 20;
export const recordDays = [30, 90, 365] as const;
export const RECORD_TOKEN_MAX = 8_000;

/** The facts that a record had when it was signed. They are also the claim `record` of its token. */
export const recordFacts = z.object({
  username: z.string(),
  approvedClips: z.int(),
  /** Number of decided clips, approved and rejected. */
  decidedClips: z.int(),
  verifiedViews: viewsSchema,
  /** Null if the clipper does not share earnings. */
  earnedMicros: microsWire.nullable(),
});
export type RecordFacts = z.infer<typeof recordFacts>;

export const verifiedRecord = z.object({
  id: idSchema,
  /** Whether the clipper chose to share earnings. Earnings that the profile hides are never shared. */
  sharesEarnings: z.boolean(),
  createdAt: momentWire,
  expiresAt: momentWire,
  /**
   * True if the record has expired. It stays in the list for a month, so that its clipper sees why links to
   * it no longer work.
   */
  isExpired: z.boolean(),
});
export type VerifiedRecord = z.infer<typeof verifiedRecord>;

export const recordVerdict = z.enum(['valid', 'expired', 'revoked', 'altered', 'unknown_key', 'unreadable']);
export type RecordVerdict = z.infer<typeof recordVerdict>;

export const verifiedRecordRoutes = {
  verifiedRecords: route('GET /api/clipper/verified-records', {
    access: 'clipper',
    summary: 'The caller’s shared records, newest first',
    reply: z.object({ rows: z.array(verifiedRecord) }),
  }),
  shareRecord: route('POST /api/clipper/verified-records', {
    access: 'clipper',
    summary: 'Share the verified record until a day, with or without earnings',
    body: z.object({
      sharesEarnings: z.boolean(),
      days: z.literal(recordDays),
    }),
    reply: z.object({ id: idSchema }),
    errors: ['username_required', 'verified_records_full'],
    perMinute: 20,
  }),
  signRecord: route('POST /api/clipper/verified-records/:id/token', {
    access: 'clipper',
    summary: 'A shared record of the caller with its current facts, as a signed token',
    params: idParams,
    reply: z.object({ token: z.string() }),
    errors: ['not_found'],
    perMinute: 30,
  }),
  endRecord: route('DELETE /api/clipper/verified-records/:id', {
    access: 'clipper',
    summary: 'Stop sharing a record: its tokens are revoked, and its badge ends',
    params: idParams,
    errors: ['not_found'],
  }),
  verifyRecord: route('POST /api/verified-records/verify', {
    access: 'public',
    summary: 'Whether a token is a record that Permille signed and its clipper still shares',
    body: z.object({ token: z.string().trim().min(1).max(RECORD_TOKEN_MAX) }),
    reply: z.object({
      verdict: recordVerdict,
      /** The signed facts; null unless the signature is valid. */
      record: recordFacts.nullable(),
      signedAt: momentWire.nullable(),
      expiresAt: momentWire.nullable(),
    }),
    perMinute: 60,
  }),
};
