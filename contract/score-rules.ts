import { z } from 'zod';
import { csvOf, csvOfWhole } from './csv.ts';
import { NOTE_MAX } from './limits.ts';
import { postPlatforms } from './platforms.ts';
import { cursorQuery, idSchema, momentWire, pageOf, platformSchema } from './primitives.ts';
import { route } from './route.ts';
import { band } from './scoring.ts';

/** More signals, and longer names of them, than there will be. */
const SIGNALS_MAX = 100;
const SIGNAL_ID_MAX = 100;

/** Between `weak` (no suspicion yet) and `strong` (full weight) suspicion grows evenly; null = on every platform. */
const scoreRamp = z.object({
  platform: z.enum(postPlatforms).nullable(),
  weak: z.number(),
  strong: z.number(),
});

export const signalSetting = z.object({
  id: z.string().max(SIGNAL_ID_MAX),
  weight: z.number().min(0).max(0.95),
  /** One, or one for each platform. */
  ramps: z.array(scoreRamp).max(postPlatforms.length + 1),
});
export type SignalSetting = z.infer<typeof signalSetting>;

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
    z.object({
      platform: z.enum(postPlatforms),
      likesPerView: z.object({ p05: z.number(), median: z.number(), p95: z.number() }),
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

/** What the score said of the clips of one platform that were submitted in a week, and what became of it. */
export const scoreWeek = z.object({
  /** The Monday it begins with, in UTC. */
  week: z.iso.date(),
  platform: platformSchema,
  /** Clips with enough counts for a verdict. */
  judged: z.int(),
  /** Never held; the newest verdict asks a person. */
  asked: z.int(),
  /** Held because of the score, at least once; the next four say what became of them. */
  held: z.int(),
  undecided: z.int(),
  /** A person found views that were not real. */
  upheld: z.int(),
  /** A person found nothing, at once or after an appeal. */
  overturned: z.int(),
  /** Nobody decided in time, or the score fell. */
  lapsed: z.int(),
  /** Never held, and views were excluded all the same. */
  missed: z.int(),
});
export type ScoreWeek = z.infer<typeof scoreWeek>;

const scoreWeeks = route('GET /api/admin/score-weeks', {
  access: 'admin',
  summary:
    'What the score held, asked about and missed, by the week in which clips were submitted; half a year, newest first',
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
