import { z } from 'zod';
import { NOTE_MAX } from './limits.ts';
import { idParams, idSchema, momentWire, platformSchema } from './primitives.ts';
import { route } from './route.ts';

/** When honest clips of a class began to score higher than those that scores are compared with. */
const scoreDrift = z.object({
  id: idSchema,
  platform: platformSchema,
  size: z.enum(['small', 'medium', 'large']),
  /** What their scores are made of: counts alone, or also what the account's owner released. */
  evidence: z.enum(['counts', 'analytics']),
  /** held: more would be held than promised; asked: more would be held or asked about. */
  promise: z.enum(['held', 'asked']),
  /** The part of honest clips that was promised at most, 0 to 1. */
  promised: z.number(),
  since: momentWire,
  foundAt: momentWire,
  /** Honest clips since then, and how many of them would have been held, or held or asked about. */
  clips: z.int(),
  clipsAbove: z.int(),
  /** Null while it stands. */
  closed: z
    .object({ at: momentWire, by: z.string(), recalibrated: z.boolean(), note: z.string() })
    .nullable(),
});
export type ScoreDrift = z.infer<typeof scoreDrift>;

export const scoreDriftRoutes = {
  scoreDrifts: route('GET /api/admin/score-drifts', {
    access: 'admin',
    summary:
      'Where honest clips score higher than those that scores are compared with; those that stand first, twenty at most',
    reply: z.object({ rows: z.array(scoreDrift) }),
  }),
  closeScoreDrift: route('POST /api/admin/score-drifts/:id/close', {
    access: 'admin',
    recentLogin: true,
    summary:
      'Closes a drift: from there on scores are compared with clips since it began, or with the same as before',
    params: idParams,
    body: z.object({ recalibrate: z.boolean(), note: z.string().trim().min(1).max(NOTE_MAX) }),
    reply: z.object({}),
    errors: ['not_found', 'score_drift_state', 'score_drift_clips'],
  }),
};
