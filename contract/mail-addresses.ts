import { z } from 'zod';
import { momentWire } from './wire/primitives.ts';
import { route } from './wire/route.ts';

const token = z.string().min(1).max(1000);

/** Routes of the unsubscribe page, and whether mails reach the caller's address. */
export const mailAddressRoutes = {
  unsubscribeSubject: route('GET /api/unsubscribe', {
    access: 'public',
    summary: 'The mails that a mailed address ends, for its page to show before it asks',
    query: z.object({ token }),
    reply: z.object({
      /** The topics of the mails, as the page names them: "Submissions, Messages". */
      about: z.string(),
      /** True if mails about these topics are no longer sent. */
      ended: z.boolean(),
    }),
    errors: ['link_expired'],
  }),
  unsubscribe: route('POST /api/unsubscribe', {
    access: 'public',
    summary: 'End the mails that the address in a mail is about, without signing in',
    body: z.object({ token }),
    errors: ['link_expired'],
  }),
  mailAddress: route('GET /api/mail-address', {
    access: 'session',
    summary: 'Whether mails to the own address arrive',
    reply: z.object({
      email: z.string(),
      /** The reported problem with the address; null if there is none. */
      trouble: z
        .object({
          /** bounce: the mailbox does not exist. complaint: a mail was marked as spam. */
          reason: z.enum(['bounce', 'complaint']),
          since: momentWire,
        })
        .nullable(),
    }),
  }),
  sendMailAddressLink: route('POST /api/mail-address/link', {
    access: 'session',
    summary: 'Mail a link to the own address that shows that mails arrive',
    errors: ['too_many_requests'],
    perMinute: 6,
  }),
  confirmMailAddress: route('POST /api/mail-address/confirm', {
    access: 'public',
    summary: 'Send mails to an address again, by the link that was mailed there',
    body: z.object({ token }),
    errors: ['link_expired'],
  }),
};
