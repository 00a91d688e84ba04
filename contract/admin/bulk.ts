import { z } from 'zod';
import { idSchema } from '#contract/wire/primitives.ts';

/** The maximum number of rows that one request changes. */
export const BULK_MOST = 100;

/** The rows that one request changes. Each succeeds or fails alone. */
export const bulkIds = z.array(idSchema).min(1).max(BULK_MOST);

/** The result of a bulk request: the refused rows with the reasons. */
export const bulkReply = z.object({
  done: z.int(),
  refused: z.array(z.object({ id: idSchema, code: z.string(), detail: z.string() })),
});
export type BulkReply = z.infer<typeof bulkReply>;
