import { z } from 'zod';
import { NOTE_MAX } from '#contract/limits.ts';
import { postPlatforms } from '#contract/platforms/platforms.ts';
import { csvOf, csvOfWhole } from '#contract/wire/csv.ts';
import { cursorQuery, idSchema, momentWire, pageOf, platformSchema } from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';
import { band } from './scoring.ts';

/** Limits for requests, above any real number of signals and any real length of their names. */
const SIGNALS_MAX = 100;
const SIGNAL_ID_MAX = 100;

/**
 * Suspicion grows linearly from zero at `weak` to the full weight at `strong`. A null `platform` applies to
 * all platforms.
 */
const scoreRamp = z.object({
  platform: z.enum(postPlatforms).nullable(),
  weak: z.number(),
  strong: z.number(),
});

export const signalSetting = z.object({
  id: z.string().max(SIGNAL_ID_MAX),
  weight: z.number().min(0).max(0.95),
  /** One ramp for all platforms, or one for each. */
  ramps: z.array(scoreRamp).max(postPlatforms.length + 1),
});
export type SignalSetting = z.infer<typeof signalSetting>;

const verdictBefore = z.object({ score: z.int(), band });

/** Effect of a change of rules on the most recently counted clips. */
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
      /**
       * `clips` is the number of approved clips from which baselines can be measured, `needed` the number
       * that a measurement requires.
       */
      clips: z.int(),
      needed: z.int(),
      isMeasured: z.boolean(),
    }),
  ),
  /** The newest versions, at most twenty. */
  versions: z.array(
    z.object({ version: z.int(), madeAt: momentWire, by: z.string().nullable(), note: z.string() }),
  ),
});
export type ScoreRules = z.infer<typeof scoreRules>;

/**
 * The score's verdicts on the clips of one platform that were submitted in one week, and what became of these
 * clips.
 */
export const scoreWeek = z.object({
  /** The Monday in UTC on which the week begins. */
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
    errors: ['invalid_input'],
  }),
  changeScoreRules: route('POST /api/admin/score', {
    access: 'admin',
    recentLogin: true,
    summary: 'Store rules of the score',
    body: change.extend({ version: z.int(), note: z.string().trim().min(1).max(NOTE_MAX) }),
    reply: z.object({ version: z.int() }),
    errors: ['changed_meanwhile', 'invalid_input'],
  }),
};
