import { z } from 'zod';
import { type MoneyActKind, moneyActs } from './money-acts.ts';
import { idSchema, microsWire, momentWire } from './primitives.ts';
import { route } from './route.ts';

const moneyActKind = z.enum(Object.keys(moneyActs) as [MoneyActKind, ...MoneyActKind[]]);

/** An act above the sum from which it takes two admins, that one has agreed to. */
export const agreementRow = z.object({
  action: moneyActKind,
  subjectId: idSchema,
  /** What happens when another admin does the same. */
  summary: z.string(),
  amountMicros: microsWire,
  by: z.string(),
  /** Whether it is the caller's own. */
  own: z.boolean(),
  agreedAt: momentWire,
});
export type AgreementRow = z.infer<typeof agreementRow>;

export const agreementRoutes = {
  adminAgreements: route('GET /api/admin/agreements', {
    access: 'admin',
    summary: 'What waits for a second admin, oldest first, at most 100',
    reply: z.object({ rows: z.array(agreementRow) }),
  }),
  withdrawAgreement: route('POST /api/admin/agreements/withdraw', {
    access: 'admin',
    summary: 'Take one’s own agreement back before a second admin has acted on it',
    body: z.object({ action: moneyActKind, subjectId: idSchema }),
    errors: ['changed_meanwhile'],
  }),
};
