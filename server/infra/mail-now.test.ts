import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from './log.ts';
import { mailNow } from './mail-now.ts';

const log = createLog('silent');
const mail = { to: 'operator@permille.example', subject: 'Needs attention: Database', text: 'Away.' };
const sender = (smtpUrl: string) =>
  mailNow({ smtpUrl, from: 'Permille <a@b.example>', subjectPrefix: '[Staging] ', log });

test('a mail that bypasses the outbox is sent at once and names its system', async () => {
  const received: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, _session, done) {
      stream.on('data', (part: Buffer) => received.push(part.toString()));
      stream.on('end', () => done());
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.server.address() as AddressInfo;
  expect(await sender(`smtp://127.0.0.1:${port}`)(mail)).toBe(true);
  expect(received.join('')).toContain('Subject: [Staging] Needs attention: Database');
});

test('a mail that bypasses the outbox and that no server accepts is not reported as sent', async () => {
  expect(await sender('smtp://127.0.0.1:1')(mail)).toBe(false);
});
