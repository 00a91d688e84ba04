import { z } from 'zod';
import { idParams, idSchema, microsWire, momentWire, viewsSchema } from './primitives.ts';
import { route } from './route.ts';

export const VERIFIED_RECORDS_MAX = 20;
export const recordDays = [30, 90, 365] as const;
export const RECORD_TOKEN_MAX = 8_000;

/** What a record tells, as of when it was signed; also the claim `record` of its token. */
export const recordFacts = z.object({
  username: z.string(),
  approvedClips: z.int(),
  /** Approved or rejected. */
  decidedClips: z.int(),
  verifiedViews: viewsSchema,
  /** Null: the clipper does not share it. */
  earnedMicros: microsWire.nullable(),
});
export type RecordFacts = z.infer<typeof recordFacts>;

export const verifiedRecord = z.object({
  id: idSchema,
  /** Chosen; earnings that the profile hides are left out all the same. */
  sharesEarnings: z.boolean(),
  createdAt: momentWire,
  expiresAt: momentWire,
  /** It goes on being listed for a month, so that its clipper sees why what was given out no longer counts. */
  isExpired: z.boolean(),
});
export type VerifiedRecord = z.infer<typeof verifiedRecord>;

export const recordVerdict = z.enum(['valid', 'expired', 'revoked', 'altered', 'unknown_key', 'unreadable']);
export type RecordVerdict = z.infer<typeof recordVerdict>;

export const verifiedRecordRoutes = {
  verifiedRecords: route('GET /api/clipper/verified-records', {
    access: 'clipper',
    summary: 'The own records that are shared, newest first',
    reply: z.object({ rows: z.array(verifiedRecord) }),
  }),
  shareRecord: route('POST /api/clipper/verified-records', {
    access: 'clipper',
    summary: 'Share the own verified record until a day, with earnings or without',
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
    summary: 'An own shared record with the facts of now, as a signed token',
    params: idParams,
    reply: z.object({ token: z.string() }),
    errors: ['not_found', 'username_required'],
    perMinute: 30,
  }),
  endRecord: route('DELETE /api/clipper/verified-records/:id', {
    access: 'clipper',
    summary: 'Share an own record no longer: what was given out is revoked, and its badge ends',
    params: idParams,
    errors: ['not_found'],
  }),
  verifyRecord: route('POST /api/verified-records/verify', {
    access: 'public',
    summary: 'Whether a token is a record that Permille signed and its clipper still shares',
    body: z.object({ token: z.string().trim().min(1).max(RECORD_TOKEN_MAX) }),
    reply: z.object({
      verdict: recordVerdict,
      /** What was signed; null unless its signature is right. */
      record: recordFacts.nullable(),
      signedAt: momentWire.nullable(),
      expiresAt: momentWire.nullable(),
    }),
    perMinute: 60,
  }),
};
