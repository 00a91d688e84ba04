import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { after, HOUR, MovableClock } from '#server/infra/clock.ts';
import { createLog } from '#server/infra/log.ts';
import { enqueueMail } from '#server/infra/mail.ts';
import { mailDelivery } from '#server/infra/mail-delivery.ts';
import { transact } from '#server/infra/transaction.ts';
import {
  anonymousHeaders,
  createActor,
  createTestServer,
  TEST_APP_URL,
  type TestActor,
} from '#server/testing/actor.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { testMails } from '#server/testing/mails.ts';
import { testModules } from '#server/testing/modules.ts';
import { newsMails, notify, notifySuppressed } from './notifications.ts';

const TOKEN = 'a token of reports, long enough';
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
let database: TestDatabase;
let server: FastifyInstance;
let delivery: ReturnType<typeof mailDelivery>;
let ana: TestActor;
const smtp = { refused: new Set<string>(), received: [] as Email[], returnPaths: [] as string[] };

const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onMailFrom({ address }, _session, done) {
    smtp.returnPaths.push(address);
    done();
  },
  onRcptTo({ address }, _session, done) {
    const error = Object.assign(new Error('5.1.1 No such user'), { responseCode: 550 });
    done(smtp.refused.has(address) ? error : null);
  },
  onData(stream, _session, done) {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      void PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
        smtp.received.push(mail);
        done();
      });
    });
  },
});

beforeAll(async () => {
  database = await testDatabase();
  const env = { MAIL_REPORTS_TOKEN: TOKEN };
  const modules = testModules(database.db, clock, ['notifications'], { env });
  server = await createTestServer({ db: database.db, clock, modules });
  mailServer.listen(0, '127.0.0.1');
  await once(mailServer.server, 'listening');
  const { port } = mailServer.server.address() as AddressInfo;
  delivery = mailDelivery({
    ...{ db: database.db, clock, log: createLog('silent'), appUrl: TEST_APP_URL },
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from: 'Permille <hello@permille.example>',
    returnPath: 'bounces@permille.example',
    onSuppressed: notifySuppressed,
  });
  ana = await createActor(database.db, { role: 'clipper' });
});
afterAll(async () => {
  delivery.close();
  await server.close();
  await new Promise<void>((done) => mailServer.close(done));
  await database.close();
});

const deliver = async () => {
  await newsMails({ db: database.db, ...testMails }).run(clock.now());
  await delivery.run(clock.now());
};
const approved = ({ userId }: TestActor, title: string) =>
  transact(database.db, (tx) =>
    notify(
      tx,
      { userId, kind: 'submission.approved', title, body: 'It earns now.', link: '/clipper/submissions' },
      clock.now(),
    ),
  );
const mailTo = ({ email }: TestActor, subject: string) =>
  smtp.received.find((mail) => mail.to?.[0]?.address === email && mail.subject === subject);
const headerOf = (mail: Email | undefined, name: string) =>
  mail?.headers.find(({ key }) => key === name.toLowerCase())?.value;
const get = (url: string, headers: Record<string, string>) => server.inject({ method: 'GET', url, headers });
const addressOf = async (actor: TestActor) => (await get('/api/mail-address', actor.headers)).json();
const timingOf = async (actor: TestActor, topic: string) =>
  (await get('/api/notifications/preferences', actor.headers))
    .json()
    .rows.find((row: { topic: string; channel: string }) => row.topic === topic && row.channel === 'mail')
    .timing;

/**
 * Sends the one-click request of a mail service on behalf of its reader: a form, without a cookie and an
 * origin.
 */
const oneClick = (url: string) =>
  server.inject({
    method: 'POST',
    url: url.slice(TEST_APP_URL.length),
    payload: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

test('a mail has a plain text, the same as HTML, and a link that ends such mails without a login', async () => {
  await approved(ana, 'Clip approved');
  await deliver();
  const mail = mailTo(ana, 'Clip approved');
  expect(mail!.text).toContain(`It earns now.\n\n${TEST_APP_URL}/clipper/submissions`);
  expect(mail!.html).toContain('Open Permille');
  expect(smtp.returnPaths).toContain('bounces@permille.example');
  expect(headerOf(mail, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
  const url = /^<(.+)>$/.exec(headerOf(mail, 'List-Unsubscribe')!)![1]!;

  const token = new URL(url).searchParams.get('token')!;
  const subject = () => get(`/api/unsubscribe?token=${token}`, anonymousHeaders);
  expect((await subject()).json()).toEqual({ about: 'Decisions on your clips', ended: false });
  // A GET does not unsubscribe, because mail services open every link to look for harm.
  expect(await timingOf(ana, 'decisions')).toBe('now');
  expect((await oneClick(url)).statusCode).toBe(200);
  expect((await oneClick(url)).statusCode).toBe(200);
  expect((await subject()).json()).toMatchObject({ ended: true });
  expect(await timingOf(ana, 'decisions')).toBe('off');
  expect(await timingOf(ana, 'money')).toBe('now');
  await approved(ana, 'Not mailed');
  await deliver();
  expect(mailTo(ana, 'Not mailed')).toBeUndefined();
});

test('an altered link, or a link for another purpose, ends nothing', async () => {
  const url = testMails.unsubscribeUrl(ana.userId, ['money']);
  const [body = '', mac = ''] = new URL(url).searchParams.get('token')!.split('.');
  const other = Buffer.from(JSON.stringify([ana.userId, ['messages']])).toString('base64url');
  for (const token of [`${other}.${mac}`, body, '', `${body}.`, `${mac}.${body}`]) {
    const refused = await oneClick(`${TEST_APP_URL}/unsubscribe?token=${token}`);
    expect(refused.statusCode, token).toBe(410);
  }
  expect(await timingOf(ana, 'messages')).toBe('now');
  const cross = await server.inject({
    method: 'POST',
    url: url.slice(TEST_APP_URL.length),
    headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  });
  expect(cross.statusCode).toBe(403);
});

test('the page of a link names its topics and ends their mails, and only if we made the link', async () => {
  const cy = await createActor(database.db, { role: 'clipper' });
  const token = new URL(testMails.unsubscribeUrl(cy.userId, ['money'])).searchParams.get('token')!;
  const end = (sent: string) =>
    server.inject({
      method: 'POST',
      url: '/api/unsubscribe',
      payload: { token: sent },
      headers: anonymousHeaders,
    });
  const altered = `${token}x`;
  expect((await get(`/api/unsubscribe?token=${altered}`, anonymousHeaders)).json().code).toBe('link_expired');
  expect((await end(altered)).json().code).toBe('link_expired');
  expect(await timingOf(cy, 'money')).toBe('now');
  expect((await end(token)).statusCode).toBe(200);
  expect(await timingOf(cy, 'money')).toBe('off');
});

test('mails about the account have no such link', async () => {
  await enqueueMail(database.db, { to: ana.email, subject: 'Password changed', text: 'Yours.' }, clock.now());
  await deliver();
  const mail = mailTo(ana, 'Password changed');
  expect(headerOf(mail, 'List-Unsubscribe')).toBeUndefined();
  expect(mail!.html).toContain('always send mails of this kind');
});

test('an address that does not exist gets no more mails, and its owner is notified and can confirm it again', async () => {
  const ben = await createActor(database.db, { role: 'clipper' });
  smtp.refused.add(ben.email);
  await approved(ben, 'Comes back');
  await deliver();
  smtp.refused.delete(ben.email);
  expect(await addressOf(ben)).toMatchObject({ email: ben.email, trouble: { reason: 'bounce' } });
  const { rows } = (await get('/api/notifications', ben.headers)).json();
  expect(rows[0]).toMatchObject({
    title: 'Our emails to you bounce',
    link: '/clipper/settings/notifications',
  });
  await approved(ben, 'Held back');
  await deliver();
  expect(mailTo(ben, 'Held back')).toBeUndefined();

  const sent = await server.inject({ method: 'POST', url: '/api/mail-address/link', headers: ben.headers });
  expect(sent.statusCode).toBe(200);
  await deliver();
  const link = /\/verify-email\?address=(\S+)/.exec(
    mailTo(ben, 'Confirm your address to get our mails again')!.text!,
  )![1]!;
  const confirm = (token: string) =>
    server.inject({
      method: 'POST',
      url: '/api/mail-address/confirm',
      payload: { token },
      headers: anonymousHeaders,
    });
  expect((await confirm(`${link}x`)).json().code).toBe('link_expired');
  expect((await confirm(link)).statusCode).toBe(200);
  expect((await addressOf(ben)).trouble).toBeNull();
  await approved(ben, 'Comes again');
  await deliver();
  expect(mailTo(ben, 'Comes again')).toBeDefined();
  clock.advance(25 * HOUR);
  expect((await confirm(link)).json().code).toBe('link_expired');
});

const reportOn = (mail: Email, type: 'delivery-status' | 'feedback-report', words: string, token = TOKEN) =>
  server.inject({
    method: 'POST',
    url: '/webhooks/mail-reports',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'message/rfc822' },
    payload: [
      `Content-Type: multipart/report; report-type=${type}; boundary="b"\r\n\r\n--b`,
      `Content-Type: message/${type}\r\n\r\n${words}\r\n--b`,
      `Content-Type: text/rfc822-headers\r\n\r\nMessage-ID: ${mail.messageId}\r\n--b--\r\n`,
    ].join('\r\n'),
  });

test('a report of a bounced mail ends mails to that address, once, and needs the token', async () => {
  const cleo = await createActor(database.db, { role: 'host' });
  await enqueueMail(database.db, { to: cleo.email, subject: 'Receipt', text: 'Paid.' }, clock.now());
  await deliver();
  const mail = mailTo(cleo, 'Receipt')!;
  const dsn = 'Reporting-MTA: dns; x\r\n\r\nFinal-Recipient: rfc822; c@x\r\nAction: failed\r\nStatus: 5.1.1';
  expect((await reportOn(mail, 'delivery-status', dsn, 'guessed')).statusCode).toBe(400);
  expect((await addressOf(cleo)).trouble).toBeNull();
  expect((await reportOn(mail, 'delivery-status', dsn)).json()).toEqual({ outcome: 'bounce' });
  expect((await addressOf(cleo)).trouble).toMatchObject({ reason: 'bounce' });
  expect((await reportOn(mail, 'delivery-status', dsn)).json()).toEqual({ outcome: 'unknown mail' });
});

test('a report of spam ends news, but not mails about the account', async () => {
  const dora = await createActor(database.db, { role: 'clipper' });
  await approved(dora, 'Spam, says Dora');
  await deliver();
  const mail = mailTo(dora, 'Spam, says Dora')!;
  expect((await reportOn(mail, 'feedback-report', 'Feedback-Type: abuse\r\nVersion: 1')).json()).toEqual({
    outcome: 'complaint',
  });
  await approved(dora, 'More news');
  await enqueueMail(
    database.db,
    { to: dora.email, subject: 'Your receipt', text: 'Paid.' },
    after(clock.now(), 0),
  );
  await deliver();
  expect(mailTo(dora, 'More news')).toBeUndefined();
  expect(mailTo(dora, 'Your receipt')).toBeDefined();
});
