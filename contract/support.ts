import { z } from 'zod';
import { emptyReply } from './primitives.ts';
import { route } from './route.ts';

export const supportCategories = ['billing', 'account', 'bug_report', 'feedback'] as const;

export type SupportCategory = (typeof supportCategories)[number];

export const supportCategoryNames: Record<SupportCategory, string> = {
  billing: 'Billing',
  account: 'Account',
  bug_report: 'Bug Report',
  feedback: 'Feedback',
};

export const SUPPORT_NAME_MAX = 100;
export const SUPPORT_MESSAGE_MAX = 4_000;

export const supportRoutes = {
  sendSupportMessage: route({
    method: 'POST',
    path: '/api/support/messages',
    access: 'public',
    summary: 'Write to the support: stored, confirmed by mail, passed on to the operator',
    body: z.object({
      name: z.string().trim().max(SUPPORT_NAME_MAX),
      email: z.string().trim().toLowerCase().max(254),
      category: z.enum(supportCategories),
      message: z.string().trim().max(SUPPORT_MESSAGE_MAX),
    }),
    reply: emptyReply,
    errors: ['missing_information', 'invalid_input'],
    perMinute: 5,
  }),
};
