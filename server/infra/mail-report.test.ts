import { expect, it } from 'vitest';
import { readMailReport } from './mail-report.ts';
import { smtpVerdict } from './smtp-answer.ts';

const ID = '0199a8a0-1111-7222-8333-444455556666';

/**
 * A report as Postfix and feedback loops send it. Its parts are a text, the report, and the mail or its
 * headers.
 */
const report = (type: string, status: string, original = `Message-ID: <${ID}@permille.example>`) =>
  Buffer.from(
    [
      'From: MAILER-DAEMON@mail.example',
      'To: bounces@permille.example',
      'Subject: Undelivered Mail Returned to Sender',
      'MIME-Version: 1.0',
      `Content-Type: multipart/report; report-type=${type}; boundary="b"`,
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'I am sorry to inform you.',
      '--b',
      `Content-Type: message/${type === 'feedback-report' ? type : 'delivery-status'}`,
      '',
      status,
      '--b',
      'Content-Type: text/rfc822-headers',
      '',
      original,
      'Subject: Clip approved',
      '--b--',
      '',
    ].join('\r\n'),
  );
const dsn = (code: string, action = 'failed') =>
  `Reporting-MTA: dns; mail.example\r\n\r\nFinal-Recipient: rfc822; tess@people.example\r\nAction: ${action}\r\nStatus: ${code}\r\nDiagnostic-Code: smtp; 550 ${code}\r\n No such user`;

it("reads that the mailbox does not exist, which mail bounced, and the server's words", async () => {
  expect(await readMailReport(report('delivery-status', dsn('5.1.1')))).toEqual({
    reason: 'bounce',
    mailId: ID,
    detail: '5.1.1 smtp; 550 5.1.1 No such user',
  });
});

it.each([
  ['a delay', dsn('4.4.1', 'delayed')],
  ['a delivery', dsn('2.0.0', 'delivered')],
  ['a full mailbox', dsn('5.2.2')],
  ['a policy, which may be about us', dsn('5.7.1')],
])('does not take %s for a bounce', async (_what, status) => {
  expect(await readMailReport(report('delivery-status', status))).toBeNull();
});

it('reads that a reader reported a mail as spam, and ignores the withdrawal of such a report', async () => {
  const arf = (type: string) => `Feedback-Type: ${type}\r\nUser-Agent: loop/1\r\nVersion: 1`;
  expect(await readMailReport(report('feedback-report', arf('abuse')))).toEqual({
    ...{ reason: 'complaint', mailId: ID, detail: 'reported as abuse' },
  });
  expect(await readMailReport(report('feedback-report', arf('not-spam')))).toBeNull();
});

it('recognizes only our mails, and ignores mails that are not reports', async () => {
  const other = report('delivery-status', dsn('5.1.1'), 'Message-ID: <somebody@else.example>');
  expect(await readMailReport(other)).toBeNull();
  expect(
    await readMailReport(Buffer.from(`Message-ID: <${ID}@permille.example>\r\n\r\nOut of office`)),
  ).toBeNull();
  expect(await readMailReport(Buffer.alloc(0))).toBeNull();
  expect(await readMailReport(Buffer.from([0, 255, 13, 10, 254]))).toBeNull();
});

it.each([
  ['RCPT TO', 550, '550 5.1.1 No such user', 'nobody'],
  ['RCPT TO', 550, '550 No such user here', 'nobody'],
  ['DATA', 550, '550-5.1.1 The account does not exist', 'nobody'],
  ['RCPT TO', 552, '552 5.2.2 Mailbox full', 'refused'],
  ['RCPT TO', 550, '550 5.7.1 Blocked by policy', 'refused'],
  ['DATA', 554, '554 Message refused', 'refused'],
  ['RCPT TO', 451, '451 4.7.1 Greylisted', 'later'],
  ['MAIL FROM', 550, '550 5.1.8 Bad sender', 'later'],
  ['AUTH PLAIN', 535, '535 5.7.8 Bad credentials', 'later'],
])('after %s takes %i (%s) for: %s', (command, responseCode, response, verdict) => {
  expect(smtpVerdict(Object.assign(new Error(response), { command, responseCode, response }))).toBe(verdict);
});
