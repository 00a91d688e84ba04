import { z } from 'zod';
import { NOTE_MAX } from './limits.ts';
import { postPlatforms } from './platform.ts';
import { idSchema, momentWire } from './primitives.ts';
import { route } from './route.ts';
import { band } from './verification.ts';

const finite = z.number().refine(Number.isFinite);

/** Between `weak` (no suspicion yet) and `strong` (full weight) suspicion grows evenly; null = on every platform. */
export const scoreRamp = z
  .object({ platform: z.enum(postPlatforms).nullable(), weak: finite, strong: finite })
  .refine(({ weak, strong }) => weak !== strong, 'The two thresholds must differ.');

export const signalSetting = z.object({
  id: z.string().max(4),
  weight: z.number().min(0).max(0.95),
  ramps: z.array(scoreRamp).min(1).max(3),
});
export type SignalSetting = z.infer<typeof signalSetting>;

const share = z.object({ p05: finite, median: finite, p95: finite });
export const baselineSetting = z.object({
  platform: z.enum(postPlatforms),
  likesPerView: share,
  commentsPerLike: share,
});
export type BaselineSetting = z.infer<typeof baselineSetting>;

/** What a version stores: only what differs from what the product ships with. */
export const scoreSettings = z.object({
  signals: z.array(signalSetting).max(40),
  baselines: z.array(baselineSetting).max(3),
});
export type ScoreSettings = z.infer<typeof scoreSettings>;

const verdictBefore = z.object({ score: z.int(), band });

/** What a change would do to the clips that were counted last. */
export const dryRun = z.object({
  clips: z.int(),
  changed: z.int(),
  newlyHeld: z.int(),
  noLongerHeld: z.int(),
  /** The first hundred whose band changes. */
  rows: z.array(
    z.object({ submissionId: idSchema, title: z.string(), before: verdictBefore, after: verdictBefore }),
  ),
});
export type DryRun = z.infer<typeof dryRun>;

export const scoreRules = z.object({
  version: z.int(),
  signals: z.array(signalSetting.extend({ name: z.string(), shippedWeight: z.number() })),
  baselines: z.array(
    baselineSetting.extend({
      /** Approved clips that could teach what is usual, and how many are needed before they do. */
      clips: z.int(),
      needed: z.int(),
      isMeasured: z.boolean(),
    }),
  ),
  /** Newest first, twenty at most. */
  versions: z.array(
    z.object({ version: z.int(), madeAt: momentWire, by: z.string().nullable(), note: z.string() }),
  ),
});
export type ScoreRules = z.infer<typeof scoreRules>;

const change = z.object({ signals: z.array(signalSetting).min(1).max(40) });

export const scoreRuleRoutes = {
  scoreRules: route({
    method: 'GET',
    path: '/api/admin/score',
    access: 'admin',
    summary: 'Weights, thresholds and baselines of the score, and their versions',
    reply: scoreRules,
  }),
  tryScoreRules: route({
    method: 'POST',
    path: '/api/admin/score/dry-run',
    access: 'admin',
    summary:
      'What changed weights and thresholds would do to the clips that were counted last; changes nothing',
    body: change,
    reply: dryRun,
    errors: ['score_signal'],
  }),
  changeScoreRules: route({
    method: 'POST',
    path: '/api/admin/score',
    access: 'admin',
    summary:
      'Store changed weights and thresholds as a new version; clips are judged by it as they are counted next',
    body: change.extend({ version: z.int(), note: z.string().trim().min(1).max(NOTE_MAX) }),
    reply: z.object({ version: z.int() }),
    errors: ['score_signal', 'changed_meanwhile'],
  }),
};
