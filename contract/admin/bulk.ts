import { z } from 'zod';
import { idSchema } from '#contract/wire/primitives.ts';

/** The maximum number of rows that one request changes. */
export const BULK_MOST = 100;

/** Ids of the rows that one request changes. A row that is refused does not stop the others. */
export const bulkIds = z.array(idSchema).min(1).max(BULK_MOST);

/** The number of changed rows, and the refused rows with their reasons. */
export const bulkReply = z.object({
  done: z.int(),
  refused: z.array(z.object({ id: idSchema, code: z.string(), detail: z.string() })),
});
export type BulkReply = z.infer<typeof bulkReply>;
