import { z } from 'zod';
import { idSchema } from './primitives.ts';

/** Most that one request does. */
export const BULK_MOST = 100;

/** What one request does to many, each on its own. */
export const bulkIds = z.array(idSchema).min(1).max(BULK_MOST);

/** How it went: what was refused, and why. */
export const bulkReply = z.object({
  done: z.int(),
  refused: z.array(z.object({ id: idSchema, code: z.string(), detail: z.string() })),
});
export type BulkReply = z.infer<typeof bulkReply>;
