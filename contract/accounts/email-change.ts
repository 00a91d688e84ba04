import { z } from 'zod';
import { momentWire } from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';

/** Time within which both mailboxes must confirm a new email address. */
export const EMAIL_CHANGE_HOURS = 24;

const mailbox = z.enum(['old', 'new']);
export type Mailbox = z.infer<typeof mailbox>;

export const emailChangeRoutes = {
  showEmailChange: route('GET /api/auth/email-change', {
    access: 'session',
    summary: 'The new email address that waits for confirmation',
    reply: z.object({
      waiting: z
        .object({
          email: z.string(),
          /** The mailboxes that have not confirmed yet. */
          waitsFor: z.array(mailbox),
          expiresAt: momentWire,
        })
        .nullable(),
    }),
  }),
  requestEmailChange: route('POST /api/auth/email-change', {
    access: 'session',
    recentLogin: true,
    changesAccount: true,
    summary:
      'Ask for a new email address; a link is mailed to the old and to the new one, and a waiting request is replaced',
    body: z.object({ email: z.string().trim().toLowerCase().max(254) }),
    errors: ['missing_information', 'invalid_input', 'email_unchanged', 'demo_account_fixed', 'not_found'],
    perMinute: 5,
  }),
  cancelEmailChange: route('DELETE /api/auth/email-change', {
    access: 'session',
    changesAccount: true,
    summary: 'Withdraw the request for a new email address',
    errors: ['not_found'],
  }),
  confirmEmailChange: route('POST /api/auth/email-change/confirm', {
    access: 'public',
    summary: 'Confirm a new email address with the link mailed to one of the two mailboxes',
    body: z.object({ token: z.string().max(2000) }),
    /** The mailbox whose link is still missing; null if the address is changed. */
    reply: z.object({ waitsFor: mailbox.nullable() }),
    errors: ['link_expired'],
    perMinute: 20,
  }),
};
