import { z } from 'zod';
import { idSchema, microsWire, momentWire } from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';
import { type MoneyActKind, moneyActs } from './money-acts.ts';

const moneyActKind = z.enum(Object.keys(moneyActs) as [MoneyActKind, ...MoneyActKind[]]);

/** One admin's agreement to an act that needs two admins because its sum is large. */
export const agreementRow = z.object({
  action: moneyActKind,
  subjectId: idSchema,
  /** Describes the effect that the act has when another admin also performs it. */
  summary: z.string(),
  amountMicros: microsWire,
  by: z.string(),
  /** True if the caller gave this agreement. */
  own: z.boolean(),
  agreedAt: momentWire,
});
export type AgreementRow = z.infer<typeof agreementRow>;

export const agreementRoutes = {
  adminAgreements: route('GET /api/admin/agreements', {
    access: 'admin',
    summary: 'Acts that wait for a second admin, oldest first, at most 100',
    reply: z.object({ rows: z.array(agreementRow) }),
  }),
  withdrawAgreement: route('POST /api/admin/agreements/withdraw', {
    access: 'admin',
    summary: 'Withdraw an own agreement before a second admin has acted on it',
    body: z.object({ action: moneyActKind, subjectId: idSchema }),
    errors: ['changed_meanwhile'],
  }),
};
