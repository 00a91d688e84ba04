import { z } from 'zod';
import { momentWire, viewsSchema } from './wire/primitives.ts';

/**
 * The source of a clip's counts. platform: the platform's API. attested: screenshots that people confirm, if
 * this server has no API keys for the platform.
 */
export const countLevel = z.enum(['platform', 'attested']);
export type CountLevel = z.infer<typeof countLevel>;
export const countLevelNames: Record<CountLevel, string> = { platform: 'Platform', attested: 'Attested' };

/** Why a clip's views are currently not read, in sentences for its clipper, its host and admins. */
export const countingTrouble = z.object({
  /**
   * delayed: the platform fails or asked us to wait. not_set_up: the operator can fix it. unreadable,
   * not_connected: the clipper can fix it. uncountable: nobody can fix it. final: counting has ended.
   */
  kind: z.enum(['delayed', 'no_counts', 'not_set_up', 'unreadable', 'not_connected', 'uncountable', 'final']),
  title: z.string(),
  sentence: z.string(),
  /**
   * Since when the views are not read, or the time of the last count for a delay. Null if they were never
   * counted.
   */
  since: momentWire.nullable(),
  /** When the count becomes final if nothing changes; null if it doesn't. */
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
