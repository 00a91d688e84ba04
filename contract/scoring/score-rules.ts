import { z } from 'zod';
import { NOTE_MAX } from '#contract/limits.ts';
import { postPlatforms } from '#contract/platforms/platforms.ts';
import { csvOf, csvOfWhole } from '#contract/wire/csv.ts';
import { cursorQuery, idSchema, momentWire, pageOf, platformSchema } from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';
import { band } from './scoring.ts';

/** Upper bounds of requests, above any real number of signals and length of their names. */
const SIGNALS_MAX = 100;
const SIGNAL_ID_MAX = 100;

/** Suspicion grows linearly from `weak` (none) to `strong` (full weight); platform null: all platforms. */
const scoreRamp = z.object({
  platform: z.enum(postPlatforms).nullable(),
  weak: z.number(),
  strong: z.number(),
});

export const signalSetting = z.object({
  id: z.string().max(SIGNAL_ID_MAX),
  weight: z.number().min(0).max(0.95),
  /** One for all platforms, or one per platform. */
  ramps: z.array(scoreRamp).max(postPlatforms.length + 1),
});
export type SignalSetting = z.infer<typeof signalSetting>;

const verdictBefore = z.object({ score: z.int(), band });

/** Effect of a change on the clips counted last. */
export const dryRun = z.object({
  clips: z.int(),
  changed: z.int(),
  newlyHeld: z.int(),
  noLongerHeld: z.int(),
  /** The first hundred clips whose band changes. */
  rows: z.array(
    z.object({ submissionId: idSchema, title: z.string(), before: verdictBefore, after: verdictBefore }),
  ),
});
export type DryRun = z.infer<typeof dryRun>;

export const scoreRules = z.object({
  version: z.int(),
  signals: z.array(signalSetting.extend({ name: z.string(), shippedWeight: z.number() })),
  baselines: z.array(
    z.object({
      platform: z.enum(postPlatforms),
      likesPerView: z.object({ p05: z.number(), median: z.number(), p95: z.number() }),
      /** Approved clips from which baselines are measured, and how many are needed for that. */
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

/** Verdicts of the score on the clips of one platform submitted in one week, and their outcomes. */
export const scoreWeek = z.object({
  /** The Monday on which it begins, in UTC. */
  week: z.iso.date(),
  platform: platformSchema,
  /** Clips with enough counts for a verdict. */
  judged: z.int(),
  /** Clips that were never held, and whose newest verdict asks a person to look. */
  asked: z.int(),
  /** Clips that were held because of the score at least once. The next four fields are their outcomes. */
  held: z.int(),
  undecided: z.int(),
  /** Clips in which a person found fake views. */
  upheld: z.int(),
  /** Clips in which a person found no fake views, at once or after an appeal. */
  overturned: z.int(),
  /** Clips whose hold ended because nobody decided in time, or because the score fell. */
  lapsed: z.int(),
  /** Clips that were never held, yet views were excluded later. */
  missed: z.int(),
});
export type ScoreWeek = z.infer<typeof scoreWeek>;

const scoreWeeks = route('GET /api/admin/score-weeks', {
  access: 'admin',
  summary:
    'Clips that the score held, asked about and missed, by week of submission; half a year, newest first',
  query: cursorQuery,
  reply: pageOf(scoreWeek),
});

const rules = route('GET /api/admin/score', {
  access: 'admin',
  summary: 'Rules of the score',
  reply: scoreRules,
});

const change = z.object({ signals: z.array(signalSetting).min(1).max(SIGNALS_MAX) });

export const scoreRuleRoutes = {
  scoreWeeks,
  scoreWeeksCsv: csvOf(scoreWeeks, 'score-weeks.csv'),
  scoreRules: rules,
  scoreRulesCsv: csvOfWhole(rules, 'score-rules.csv'),
  tryScoreRules: route('POST /api/admin/score/dry-run', {
    access: 'admin',
    summary: 'Try rules of the score',
    body: change,
    reply: dryRun,
  }),
  changeScoreRules: route('POST /api/admin/score', {
    access: 'admin',
    recentLogin: true,
    summary: 'Store rules of the score',
    body: change.extend({ version: z.int(), note: z.string().trim().min(1).max(NOTE_MAX) }),
    reply: z.object({ version: z.int() }),
    errors: ['changed_meanwhile'],
  }),
};
