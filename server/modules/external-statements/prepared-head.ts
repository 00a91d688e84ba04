import { z } from 'zod';
import {
  statementMapping,
  statementProblem,
  statementTable,
  statementUnderstood,
} from '#contract/external-statements/statement-preview.ts';

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

/** The first line that the child process writes about a statement; the rows follow. */
export const preparedHead = z.union([
  z.object({ problems: z.array(statementProblem), seen }),
  z.object({ understood: statementUnderstood, seen }),
]);
