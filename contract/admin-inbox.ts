import { z } from 'zod';
import { csvOf } from './csv.ts';
import { posterUrl } from './posters.ts';
import { cursorQuery, idSchema, microsWire, momentWire, pageOf } from './primitives.ts';
import { route } from './route.ts';

/** What waits for a person of the platform. */
export const inboxKind = z.enum([
  'escalation',
  'hold',
  'review',
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

/** One thing to decide or to do. */
export const inboxRow = z.object({
  kind: inboxKind,
  /** Of the hold, the appeal, the message and so on; of an escalation the clip's, of a banned person's money the person's, of an agreement what it is about. */
  id: idSchema,
  /** Whom it is about, by username or, for a stranger, by the name given. */
  who: z.string(),
  /** That person, where they have an account. */
  personId: idSchema.nullable(),
  /** A listing's title, the beginning of a message, what is claimed. */
  what: z.string(),
  /** The clip whose page decides it; null where another view does. */
  submissionId: idSchema.nullable(),
  /** Of that clip. */
  posterUrl,
  amountMicros: microsWire.nullable(),
  at: momentWire,
  /** Whether `at` is a deadline; otherwise it has waited since then. */
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
    summary: 'How much waits in each view of the admin panel',
    reply: z.object({
      inbox: z.record(inboxKind, z.int()),
      openPayouts: z.int(),
      openSuspenseItems: z.int(),
      openCohorts: z.int(),
    }),
  }),
};
