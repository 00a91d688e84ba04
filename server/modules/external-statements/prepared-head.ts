import { z } from 'zod';
import {
  statementMapping,
  statementProblem,
  statementTable,
  statementUnderstood,
} from '#contract/statement-preview.ts';

const layout = z.object({
  id: z.string(),
  bank: z.string(),
  savedAt: z.coerce.date(),
  headerKey: z.string(),
  mapping: statementMapping,
});

const seen = z
  .object({
    table: statementTable,
    header: z.array(z.string()),
    mapping: statementMapping,
    layout: layout.nullable(),
    candidates: z.array(layout),
  })
  .optional();

/** What a child process says of a statement, ahead of its rows. */
export const preparedHead = z.union([
  z.object({ problems: z.array(statementProblem), seen }),
  z.object({ understood: statementUnderstood, seen }),
]);
