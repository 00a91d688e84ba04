import { z } from 'zod';
import { momentWire } from '#contract/wire/primitives.ts';

export const band = z.enum(['not_enough_data', 'clean', 'needs_review', 'hold']);
export type Band = z.infer<typeof band>;

/** The points that one signal adds to a clip's score, which is the sum of all points. */
export const contribution = z.object({
  signal: z.string(),
  version: z.int(),
  points: z.int(),
  /** The measured value, and the value from which suspicion begins; both null if the signal did not apply. */
  observed: z.number().nullable(),
  threshold: z.number().nullable(),
  sentence: z.string(),
});
export type Contribution = z.infer<typeof contribution>;

export const verdict = z.object({
  score: z.int().nullable(),
  band,
  /** One sentence that explains the band for this clip. */
  summary: z.string(),
  contributions: z.array(contribution),
  scoredAt: momentWire.nullable(),
  fraudHoldState: z.enum(['open', 'escalated', 'released', 'upheld']).nullable(),
});
export type Verdict = z.infer<typeof verdict>;
