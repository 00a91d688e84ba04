import { z } from 'zod';
import { momentWire, viewsSchema } from './wire/primitives.ts';

/**
 * Source of a clip's counts: its platform's API, or people with screenshots if this server has no API keys
 * for the platform.
 */
export const countLevel = z.enum(['platform', 'attested']);
export type CountLevel = z.infer<typeof countLevel>;
export const countLevelNames: Record<CountLevel, string> = { platform: 'Platform', attested: 'Attested' };

/** Why a clip's views are currently not read, in words that its clipper, its host and admins may read. */
export const countingTrouble = z.object({
  /**
   * delayed: the platform fails or asked us to wait; not_set_up: the operator can fix it; unreadable, not_connected:
   * the clipper can fix it; uncountable: nobody can; final: counting is over.
   */
  kind: z.enum(['delayed', 'no_counts', 'not_set_up', 'unreadable', 'not_connected', 'uncountable', 'final']),
  title: z.string(),
  sentence: z.string(),
  /** Since when; for a delay, the last count. Null if nothing was ever counted. */
  since: momentWire.nullable(),
  /** When it becomes final; null if it doesn't. */
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
