import { z } from 'zod';
import { momentWire } from './primitives.ts';

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
  fraudHoldState: z.enum(['open', 'escalated', 'released', 'upheld']).nullable(),
});
export type Verdict = z.infer<typeof verdict>;
