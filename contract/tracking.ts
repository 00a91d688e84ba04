import { z } from 'zod';
import { momentWire, viewsSchema } from './primitives.ts';

/** Who counts a clip: its platform's API, or people by screenshots, where the platform has no keys here. */
export const countLevel = z.enum(['platform', 'attested']);
export type CountLevel = z.infer<typeof countLevel>;
export const countLevelNames: Record<CountLevel, string> = { platform: 'Platform', attested: 'Attested' };

/** Why a clip's views are not read at the moment, in words that its clipper, its host and admins may read. */
export const countingTrouble = z.object({
  /**
   * delayed: the platform's fault or wish; not_set_up: the operator can fix it; unreadable, not_connected: the clipper can;
   * uncountable: nobody can; final: over.
   */
  kind: z.enum(['delayed', 'no_counts', 'not_set_up', 'unreadable', 'not_connected', 'uncountable', 'final']),
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
