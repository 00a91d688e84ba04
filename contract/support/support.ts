import { z } from 'zod';
import { bulkIds, bulkReply } from '#contract/admin/bulk.ts';
import { csvOf } from '#contract/wire/csv.ts';
import { cursorQuery, idParams, idSchema, momentWire, pageOf, sortBy } from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';

export const supportCategories = ['billing', 'account', 'bug', 'feedback'] as const;

export type SupportCategory = (typeof supportCategories)[number];

export const supportCategoryNames: Record<SupportCategory, string> = {
  billing: 'Billing',
  account: 'Account',
  bug: 'Bug Report',
  feedback: 'Feedback',
};

export const SUPPORT_NAME_MAX = 100;
export const SUPPORT_MESSAGE_MAX = 4_000;

/** open: nobody has answered yet. closed: nothing is left to do. */
export const supportState = z.enum(['open', 'answered', 'closed']);
export type SupportState = z.infer<typeof supportState>;

export const supportMessage = z.object({
  id: idSchema,
  name: z.string(),
  email: z.string(),
  /** The account that was signed in when the message was written; null for visitors. */
  username: z.string().nullable(),
  personId: idSchema.nullable(),
  category: z.enum(supportCategories),
  message: z.string(),
  state: supportState,
  sentAt: momentWire,
  answers: z.array(z.object({ by: z.string(), text: z.string(), sentAt: momentWire })),
});
export type SupportMessage = z.infer<typeof supportMessage>;

const inbox = route('GET /api/admin/support', {
  access: 'admin',
  summary: 'Support messages: open ones oldest first, others newest first, or by `sort`',
  query: cursorQuery.extend({
    state: supportState.default('open'),
    category: z.enum(supportCategories).optional(),
    search: z.string().trim().max(100).optional(),
    sort: sortBy('date'),
  }),
  reply: pageOf(supportMessage),
});

const notices = z.array(z.string());

/** Sentences about the state of mails, for the status page and for pages that promise a mail. */
export const mailNotices = {
  unsent: 'Emails are not sent.',
  late: 'Emails arrive later than usual.',
} as const;

export const supportRoutes = {
  status: route('GET /api/status', {
    access: 'public',
    summary: 'Platform status: a sentence per problem, and whether mails are sent',
    reply: z.object({ services: notices, payments: notices, sendsMail: z.boolean() }),
  }),
  supportInbox: inbox,
  supportInboxCsv: csvOf(inbox, 'support.csv'),
  answerSupportMessage: route('POST /api/admin/support/:id/answer', {
    access: 'admin',
    summary: 'Answer by mail; the message is then answered',
    params: idParams,
    body: z.object({ text: z.string().trim().min(1).max(SUPPORT_MESSAGE_MAX) }),
    errors: ['not_found', 'support_closed'],
    idempotent: true,
  }),
  closeSupportMessages: route('POST /api/admin/support/close', {
    access: 'admin',
    summary: 'Close many messages without an answer, each on its own',
    body: z.object({ ids: bulkIds }),
    reply: bulkReply,
  }),
  closeSupportMessage: route('POST /api/admin/support/:id/close', {
    access: 'admin',
    summary: 'Close a support message when nothing is left to do',
    params: idParams,
    errors: ['not_found'],
  }),
  reopenSupportMessage: route('POST /api/admin/support/:id/reopen', {
    access: 'admin',
    summary: 'Reopen a message of the support',
    params: idParams,
    errors: ['not_found'],
  }),
  sendSupportMessage: route('POST /api/support/messages', {
    access: 'public',
    summary: 'Write to the support: the message is stored, confirmed by mail and forwarded to the operator',
    body: z.object({
      name: z.string().trim().max(SUPPORT_NAME_MAX),
      email: z.string().trim().toLowerCase().max(254),
      category: z.enum(supportCategories),
      message: z.string().trim().max(SUPPORT_MESSAGE_MAX),
    }),
    errors: ['missing_information', 'invalid_input'],
    perMinute: 5,
  }),
};
