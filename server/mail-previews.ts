import type { FastifyInstance } from 'fastify';
import { NO_ACCESS } from '#contract/accounts/account-access.ts';
import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { type NotificationTopic, notificationTopics } from '#contract/notifications/notification-topics.ts';
import { after, DAY } from './infra/clock.ts';
import type { Mail } from './infra/mail.ts';
import { mailHtml } from './infra/mail-html.tsx';
import { soleSecret } from './infra/secrets.ts';
import {
  bannedMail,
  confirmNewEmailMail,
  confirmOldEmailMail,
  emailChangedMail,
  existingAccountMail,
  passkeyMail,
  passwordAddedMail,
  passwordChangedMail,
  passwordResetMail,
  payoutsAllowedMail,
  resetMail,
  secondFactorMail,
  takenEmailMail,
  unbannedMail,
  verificationMail,
} from './modules/accounts/accounts.ts';
import { closedMail } from './modules/admin/admin.ts';
import { keyMadeMail, keyRotatedMail } from './modules/api-keys/api-keys.ts';
import { receiptMail } from './modules/deposits/deposits.ts';
import {
  confirmAddressMail,
  createMailLinks,
  digestMail,
  newsMail,
} from './modules/notifications/notifications.ts';
import { addressChangedMail, addressEnteredMail, addressSetMail } from './modules/payouts/payouts.ts';
import { answerMail, receivedMail } from './modules/support/support.ts';

const TO = 'tess@people.example';
const ID = '0199a8a0-1111-7222-8333-444455556666';

const news: Record<NotificationTopic, { title: string; body: string }> = {
  submissions: { title: 'New clip submitted', body: 'tesscuts submitted a clip to “Late Night Talk”.' },
  decisions: { title: 'Clip approved', body: 'Your clip for “Late Night Talk” was approved and earns now.' },
  verification: { title: 'Views on hold', body: '12,400 views of your clip are checked by a person.' },
  money: { title: 'Payout sent', body: '$42.00 is on its way to you.' },
  statements: {
    title: 'Your statement for October 2026',
    body: 'Available: Earnings released $42.00, Payout started -$42.00; $0.00 at the end of the month.',
  },
  listings: {
    title: 'Listing settled',
    body: '“Late Night Talk” is closed; $18.00 went back to your balance.',
  },
  new_listings: {
    title: 'New listing by @nova_plays',
    body: '@nova_plays, whom you follow, posted a listing. It pays $2.00 per 1,000 verified views.',
  },
  connections: { title: 'TikTok needs you', body: 'We can no longer read your account. Connect it again.' },
  messages: { title: 'A host wrote to you', body: 'Could you add the hashtag?' },
  other: {
    title: 'A webhook endpoint is failing',
    body: 'The last 5 attempts to send events to hooks.example failed.',
  },
};

/** Returns every mail of the product, with sample figures. */
export function mailPreviews(appUrl: string, now: Date): Record<string, Mail> {
  const { unsubscribeUrl, confirmUrl } = createMailLinks({ appUrl, secrets: soleSecret('of a sample') });
  const deps = { appUrl, unsubscribeUrl };
  const reader = { userId: ID as UserId, email: TO, role: 'clipper' };
  const items = notificationTopics.map((topic) => ({ topic, ...news[topic], link: '/clipper/submissions' }));
  const payouts = { address: 't…s@people.example', usableAt: after(now, DAY) };
  const key = {
    name: 'Sheets',
    prefix: 'pk_12ab',
    scopes: ['listings:read' as const],
    expiresAt: after(now, 90 * DAY),
  };
  const access = { passkeys: 1, apiKeys: 2, webhookEndpoints: 1, discordChannels: 1, discordAccount: 'tess' };
  const address = { email: 'tess@payments.example', usableAt: after(now, DAY), appUrl };
  return {
    ...Object.fromEntries(items.map((item) => [`news-${item.topic}`, newsMail(item, reader, deps)])),
    digest: digestMail(reader, items, deps),
    'confirm-address': confirmAddressMail(TO, confirmUrl(TO, now)),
    verification: verificationMail({ email: TO, role: 'clipper', createdAt: now }, appUrl, 'sample'),
    'existing-account': existingAccountMail(TO, appUrl),
    'confirm-old-email': confirmOldEmailMail(TO, appUrl, { token: 'sample', email: 'new@people.example' }),
    'confirm-new-email': confirmNewEmailMail('new@people.example', appUrl, { token: 'sample', from: TO }),
    'email-taken': takenEmailMail('new@people.example', appUrl),
    'email-changed': emailChangedMail(TO, appUrl, { from: TO, email: 'new@people.example', payouts }),
    reset: resetMail(TO, appUrl, 'sample'),
    'password-changed': passwordChangedMail(TO, appUrl, { access, isKept: true }),
    'password-added': passwordAddedMail(TO, appUrl, { access: NO_ACCESS, isKept: false }),
    'password-reset': passwordResetMail(TO, appUrl, { payouts, outcome: { access, isKept: false } }),
    'passkey-added': passkeyMail(TO, appUrl, { what: 'added', name: 'Windows Hello', role: 'clipper' }),
    'passkey-removed': passkeyMail(TO, appUrl, { what: 'removed', name: 'Windows Hello', role: 'clipper' }),
    'second-factor-on': secondFactorMail(TO, appUrl, { what: 'on', left: 10, role: 'clipper' }),
    'second-factor-off': secondFactorMail(TO, appUrl, { what: 'off', left: 0, role: 'clipper' }),
    'backup-code-used': secondFactorMail(TO, appUrl, { what: 'backup_code', left: 9, role: 'clipper' }),
    banned: bannedMail(TO, 'Views were bought.'),
    unbanned: unbannedMail(TO, { isAddressForgotten: false }),
    'unbanned-without-address': unbannedMail(TO, { isAddressForgotten: true }),
    'payouts-allowed': payoutsAllowedMail(TO),
    'key-made': keyMadeMail(TO, { ...key, role: 'clipper', appUrl }),
    'key-rotated': keyRotatedMail(TO, { ...key, role: 'clipper', appUrl }),
    'address-set': addressSetMail(TO, address),
    'address-entered': addressEnteredMail(TO, address),
    'address-changed': addressChangedMail(TO, address),
    receipt: receiptMail(
      TO,
      {
        id: ID,
        hostId: ID as AccountId,
        rail: 'stripe',
        amountMicros: 50_000_000n as never,
        reference: 'PM-7Q2K',
      },
      now,
    ),
    'support-received': receivedMail(TO),
    'support-answer': answerMail(TO, {
      text: 'It is paid on Monday.',
      question: 'When is it paid?',
    }),
    closed: closedMail(TO),
  };
}

/** Lists the mails at /dev/mails, and shows each one as HTML or as plain text. */
export function registerMailPreviews(
  server: FastifyInstance,
  { appUrl, now }: { appUrl: string; now: () => Date },
): void {
  const all = () => mailPreviews(appUrl, now());
  server.get('/dev/mails', async (_request, reply) => {
    const rows = Object.entries(all()).map(
      ([name, { subject }]) =>
        `<li><a href="/dev/mails/${name}">${name}</a> (<a href="/dev/mails/${name}?plain">plain</a>): ${subject}</li>`,
    );
    return reply
      .type('text/html; charset=utf-8')
      .send(`<!doctype html><html lang="en"><title>Mails</title><h1>Mails</h1><ul>${rows.join('')}</ul>`);
  });
  server.get('/dev/mails/:name', async (request, reply) => {
    const mail = all()[(request.params as { name: string }).name];
    if (!mail) return reply.callNotFound();
    if ('plain' in (request.query as object)) return reply.type('text/plain; charset=utf-8').send(mail.text);
    const { subject, text, buttons = [], unsubscribe = null } = mail;
    return reply
      .type('text/html; charset=utf-8')
      .send(mailHtml({ subject, text, buttons, unsubscribe }, appUrl));
  });
}
