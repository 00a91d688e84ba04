import { z } from 'zod';
import { posterUrl } from '#contract/clips/posters.ts';
import { csvOf } from '#contract/wire/csv.ts';
import { cursorQuery, idSchema, microsWire, momentWire, pageOf } from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';

/** Kinds of work that wait for an admin. */
export const inboxKind = z.enum([
  'escalation',
  'hold',
  'review',
  'proof',
  'appeal',
  'screenshot',
  'code',
  'takedown',
  'support',
  'payout',
  'deposit',
  'banned',
  'agreement',
]);
export type InboxKind = z.infer<typeof inboxKind>;

/** One item to decide or to do. */
export const inboxRow = z.object({
  kind: inboxKind,
  /**
   * Id of the object that the row is about, such as a hold, an appeal or a message. It is the clip's id for
   * an escalation, the person's for a banned person's money, and the subject's for an agreement.
   */
  id: idSchema,
  /** The person concerned: a username, or the name that a stranger gave. */
  who: z.string(),
  /** The id of the person concerned; null if they have no account. */
  personId: idSchema.nullable(),
  /** A listing's title, the beginning of a message, or the text of a claim. */
  what: z.string(),
  /** The clip whose page has the decision; null if another view has it. */
  submissionId: idSchema.nullable(),
  /** The poster of the item's clip. */
  posterUrl,
  amountMicros: microsWire.nullable(),
  at: momentWire,
  /** Whether `at` is a deadline; otherwise the item has waited since `at`. */
  isDeadline: z.boolean(),
});
export type InboxRow = z.infer<typeof inboxRow>;

const adminInbox = route('GET /api/admin/inbox', {
  access: 'admin',
  summary: 'Everything that waits for an admin, by when it is due; of one kind or all',
  query: cursorQuery.extend({ kind: inboxKind.optional() }),
  reply: pageOf(inboxRow),
});

export const adminInboxRoutes = {
  adminInbox,
  adminInboxCsv: csvOf(adminInbox, 'inbox.csv'),
  adminCounts: route('GET /api/admin/counts', {
    access: 'admin',
    summary: 'Number of waiting items in each view of the admin panel',
    reply: z.object({
      inbox: z.record(inboxKind, z.int()),
      openPayouts: z.int(),
      openSuspenseItems: z.int(),
      openCohorts: z.int(),
    }),
  }),
};
