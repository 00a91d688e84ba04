import { z } from 'zod';
import { emptyReply, idParams, idSchema, momentWire, viewsSchema } from './primitives.ts';
import { route } from './route.ts';

/** Who counts a clip: its platform's API, or people by screenshots, where the platform has no keys here. */
export const countLevel = z.enum(['platform', 'attested']);
export type CountLevel = z.infer<typeof countLevel>;
export const countLevelNames: Record<CountLevel, string> = { platform: 'Platform', attested: 'Attested' };

export const band = z.enum(['not_enough_data', 'clean', 'needs_review', 'hold']);
export type Band = z.infer<typeof band>;

/** Why a clip has the score it has: points add up to the score. */
export const contribution = z.object({
  signal: z.string(),
  version: z.int(),
  points: z.int(),
  /** What the signal measured and where suspicion begins; null when it could not be applied. */
  observed: z.number().nullable(),
  threshold: z.number().nullable(),
  sentence: z.string(),
});
export type Contribution = z.infer<typeof contribution>;

export const verdict = z.object({
  score: z.int().nullable(),
  band,
  /** One sentence that says what the band means here. */
  summary: z.string(),
  contributions: z.array(contribution),
  scoredAt: momentWire.nullable(),
  holdState: z.enum(['open', 'escalated', 'released', 'upheld']).nullable(),
});
export type Verdict = z.infer<typeof verdict>;

/** Why a clip's views are not read at the moment, in words that its clipper, its host and admins may read. */
export const countingTrouble = z.object({
  /** delayed: the platform's fault or wish; unreadable, not_connected: the clipper can fix it; final: over. */
  kind: z.enum(['delayed', 'no_counts', 'unreadable', 'not_connected', 'final']),
  title: z.string(),
  sentence: z.string(),
  /** Since when; of a delay, the last count. Null when nothing was ever counted. */
  since: momentWire.nullable(),
  /** When it becomes final; null when it does not. */
  finalAt: momentWire.nullable(),
});
export type CountingTrouble = z.infer<typeof countingTrouble>;

export const viewSnapshot = z.object({
  fetchedAt: momentWire,
  views: viewsSchema,
  likes: z.int().nullable(),
  comments: z.int().nullable(),
  shares: z.int().nullable(),
  source: z.string(),
  countingRule: z.string(),
});

export const verificationRoutes = {
  clipEvidence: route({
    method: 'GET',
    path: '/api/submissions/:id/evidence',
    access: 'session',
    summary: 'Snapshots and verdict of a clip, for its host, its clipper and admins',
    params: idParams,
    reply: z.object({
      submissionId: idSchema,
      postedAt: momentWire,
      verdict,
      /** Of the rules that made the verdict; 0 is what the product ships with. */
      scoreVersion: z.int(),
      /** Null while all is well. */
      trouble: countingTrouble.nullable(),
      snapshots: z.array(viewSnapshot),
    }),
    errors: ['not_found'],
  }),
  releaseHold: route({
    method: 'POST',
    path: '/api/admin/fraud-holds/:id/release',
    access: 'admin',
    recentLogin: true,
    summary: 'Release a hold: its views may be paid',
    params: idParams,
    body: z.object({ note: z.string().min(1).max(500) }),
    reply: emptyReply,
    errors: ['not_found', 'fraud_hold_state'],
  }),
  upholdHold: route({
    method: 'POST',
    path: '/api/admin/fraud-holds/:id/uphold',
    access: 'admin',
    summary: 'Uphold a hold, or a part of it: those views are never paid, the rest is released',
    params: idParams,
    body: z.object({
      note: z.string().min(1).max(500),
      /** After which view of the counter and up to which; null: all that is held. */
      range: z.object({ fromViews: viewsSchema, toViews: viewsSchema }).nullable().default(null),
    }),
    reply: emptyReply,
    errors: ['not_found', 'fraud_hold_state', 'invalid_input'],
  }),
};
