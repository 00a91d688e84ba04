import { z } from 'zod';
import { clipNameFields } from '#contract/clips/clip-name.ts';
import { NOTE_MAX } from '#contract/limits.ts';
import { csvOf } from '#contract/wire/csv.ts';
import {
  accountParams,
  cursorQuery,
  idParams,
  idSchema,
  microsWire,
  momentWire,
  pageOf,
  sortBy,
  viewsSchema,
} from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';

/** A clipper's debt for paid-out views that were later found to be bought. */
export const debtRow = z.object({
  /** The clipper's id. */
  id: idSchema,
  clipper: z.string(),
  owedMicros: microsWire,
  since: momentWire,
});
export type DebtRow = z.infer<typeof debtRow>;

/** Maximum number of clips that a debt's page shows, newest first. */
export const DEBT_CLIPS = 20;

/** One clipper's debt, current or paid off. */
export const adminDebt = debtRow.extend({
  /** The clipper's money that pays off the debt next: unreleased earnings, and the available balance. */
  pendingMicros: microsWire,
  availableMicros: microsWire,
  /** The clips with the bought views, newest first. */
  clips: z.array(
    z.object({
      /** Id of the ledger transfer that created the debt. */
      id: z.string(),
      submissionId: idSchema,
      listing: z.string(),
      ...clipNameFields,
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
    summary: 'One clipper’s debt, its clips, and the money that pays it off next',
    params: accountParams,
    reply: adminDebt,
    errors: ['not_found'],
  }),
  writeOffDebt: route('POST /api/admin/users/:id/write-off-debt', {
    access: 'admin',
    recentLogin: true,
    summary: 'Write off a clipper’s debt as a loss',
    params: accountParams,
    body: z.object({ reason: z.string().trim().min(1, 'Say why.').max(NOTE_MAX) }),
    reply: z.object({ writtenOffMicros: microsWire }),
    errors: ['nothing_owed', 'second_admin_needed', 'own_money'],
    idempotent: true,
  }),
  upholdFraud: route('POST /api/admin/submissions/:id/uphold-fraud', {
    access: 'admin',
    recentLogin: true,
    summary:
      'Record that views of an approved clip were bought: they are excluded, and the listing gets back what they earned, also released earnings',
    params: idParams,
    body: z.object({
      fromViews: viewsSchema.default(0),
      /**
       * The end of the range of views; null for all counted views, and the clip is then no longer counted.
       */
      toViews: viewsSchema.nullable(),
      note: z.string().trim().min(1, 'Say why.').max(NOTE_MAX),
    }),
    reply: z.object({
      takenBackMicros: microsWire,
      owedMicros: microsWire,
      /** Sum of the payouts that were canceled because they had not been sent yet. */
      canceledMicros: microsWire,
      /** Sum of the payouts in progress, which can't be canceled. */
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
