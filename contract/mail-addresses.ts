import { z } from 'zod';
import { momentWire } from './primitives.ts';
import { route } from './route.ts';

const token = z.string().min(1).max(1000);

/** What a mailed address leads to, and whether mails to the own address arrive. */
export const mailAddressRoutes = {
  unsubscribeSubject: route('GET /api/unsubscribe', {
    access: 'public',
    summary: 'What mails the address in a mail ends; used by its page before it asks',
    query: z.object({ token }),
    reply: z.object({
      /** As its reader sees it: "Submissions, Messages". */
      about: z.string(),
      /** Whether such mails have ended. */
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
      /** Null: they do, as far as anyone has said. */
      trouble: z
        .object({
          /** bounce: nobody is there. complaint: a mail was called spam. */
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
