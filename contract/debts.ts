import { z } from 'zod';
import { csvOf } from './csv.ts';
import { NOTE_MAX } from './limits.ts';
import {
  cursorQuery,
  idParams,
  idSchema,
  microsWire,
  momentWire,
  pageOf,
  sortBy,
  viewsSchema,
} from './primitives.ts';
import { route } from './route.ts';

/** What a clipper owes for views that were found bought after they were paid out. */
export const debtRow = z.object({
  /** The clipper's. */
  id: idSchema,
  clipper: z.string(),
  owedMicros: microsWire,
  since: momentWire,
});
export type DebtRow = z.infer<typeof debtRow>;

/** How many of its clips a debt's page shows: the newest. */
export const DEBT_CLIPS = 20;

/** What one clipper owes, or owed. */
export const adminDebt = debtRow.extend({
  /** What pays it off next: earnings that wait for their release, and what is available. */
  pendingMicros: microsWire,
  availableMicros: microsWire,
  /** Whose views it is for, newest first. */
  clips: z.array(
    z.object({
      /** Of the movement. */
      id: z.string(),
      submissionId: idSchema,
      listing: z.string(),
      amountMicros: microsWire,
      at: momentWire,
    }),
  ),
});
export type AdminDebt = z.infer<typeof adminDebt>;

const adminDebts = route('GET /api/admin/debts', {
  access: 'admin',
  summary: 'Clippers who owe, the greatest debt first or by `sort`, by username',
  query: cursorQuery.extend({ search: z.string().trim().max(100).optional(), sort: sortBy('owed') }),
  reply: pageOf(debtRow),
});

export const debtRoutes = {
  adminDebts,
  adminDebtsCsv: csvOf(adminDebts, 'debts.csv'),
  adminDebt: route('GET /api/admin/debts/:id', {
    access: 'admin',
    summary: 'What one clipper owes or owed, for which clips, and what pays it off next',
    params: idParams,
    reply: adminDebt,
    errors: ['not_found'],
  }),
  writeOffDebt: route('POST /api/admin/users/:id/write-off-debt', {
    access: 'admin',
    recentLogin: true,
    summary: 'Take the loss of what a clipper owes',
    params: idParams,
    body: z.object({ reason: z.string().trim().min(1, 'Say why.').max(NOTE_MAX) }),
    reply: z.object({ writtenOffMicros: microsWire }),
    errors: ['nothing_owed', 'second_admin_needed', 'own_money'],
    idempotent: true,
  }),
  upholdFraud: route('POST /api/admin/submissions/:id/uphold-fraud', {
    access: 'admin',
    recentLogin: true,
    summary:
      'Views of an approved clip were bought: they are excluded, and what was paid for them goes back to the listing, also what was released',
    params: idParams,
    body: z.object({
      fromViews: viewsSchema.default(0),
      /** Null: all counted views; the clip is counted no further. */
      toViews: viewsSchema.nullable(),
      note: z.string().trim().min(1, 'Say why.').max(NOTE_MAX),
    }),
    reply: z.object({
      takenBackMicros: microsWire,
      owedMicros: microsWire,
      /** Payouts that had not left and were called back. */
      canceledMicros: microsWire,
      /** Payouts that are being made and can't be called back. */
      inFlightMicros: microsWire,
    }),
    errors: [
      'not_found',
      'submission_state',
      'fraud_hold_undecided',
      'fraud_range',
      'second_admin_needed',
      'own_money',
    ],
    idempotent: true,
  }),
};
