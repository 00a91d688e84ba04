import { z } from 'zod';
import { idSchema, microsWire, momentWire } from './primitives.ts';
import { route } from './route.ts';

/** An act above the sum from which it takes two admins, that one has agreed to. */
export const agreementRow = z.object({
  action: z.string(),
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
    summary:
      'What waits for a second admin, oldest first, at most 100; large payouts say it in their own list',
    reply: z.object({ rows: z.array(agreementRow) }),
  }),
  withdrawAgreement: route('POST /api/admin/agreements/withdraw', {
    access: 'admin',
    summary: 'Take one’s own agreement back before a second admin has acted on it',
    body: z.object({ action: z.string().min(1).max(100), subjectId: idSchema }),
    errors: ['changed_meanwhile'],
  }),
};
