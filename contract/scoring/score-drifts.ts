import { z } from 'zod';
import { NOTE_MAX } from '#contract/limits.ts';
import { idParams, idSchema, momentWire, platformSchema } from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';

/** A class of honest clips that has begun to score higher than the clips for which the rules were made. */
const scoreDrift = z.object({
  id: idSchema,
  platform: platformSchema,
  size: z.enum(['small', 'medium', 'large']),
  /**
   * Whether these clips are scored from counts only, or also from analytics that the account's owner
   * released.
   */
  evidence: z.enum(['counts', 'analytics']),
  /**
   * held: more honest clips would be put on hold than promised. asked: more would be put on hold or shown to
   * a person.
   */
  promise: z.enum(['held', 'asked']),
  /** The promised maximum share of honest clips, 0 to 1. */
  promised: z.number(),
  since: momentWire,
  foundAt: momentWire,
  /**
   * `clips` is the number of honest clips since then. `clipsAbove` is how many of them would have been held
   * (or, for asked, held or shown to a person).
   */
  clips: z.int(),
  clipsAbove: z.int(),
  /** When and by whom the drift was closed; null while it is open. */
  closed: z
    .object({ at: momentWire, by: z.string(), recalibrated: z.boolean(), note: z.string() })
    .nullable(),
});
export type ScoreDrift = z.infer<typeof scoreDrift>;

export const scoreDriftRoutes = {
  scoreDrifts: route('GET /api/admin/score-drifts', {
    access: 'admin',
    summary:
      'Classes of honest clips that score higher than the reference clips; open ones first, at most twenty',
    reply: z.object({ rows: z.array(scoreDrift) }),
  }),
  closeScoreDrift: route('POST /api/admin/score-drifts/:id/close', {
    access: 'admin',
    recentLogin: true,
    summary:
      'Close a drift: scores are then compared with clips since it began, or with the same clips as before',
    params: idParams,
    body: z.object({ recalibrate: z.boolean(), note: z.string().trim().min(1).max(NOTE_MAX) }),
    reply: z.object({}),
    errors: ['not_found', 'score_drift_state', 'score_drift_clips'],
  }),
};
