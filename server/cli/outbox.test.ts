import { expect, onTestFinished, test } from 'vitest';
import type { Mode } from '#server/infra/installation-mode.ts';
import { enqueueMail } from '#server/infra/mail.ts';
import { soleSecret } from '#server/infra/secrets.ts';
import { testDatabase } from '#server/testing/database.ts';
import { outbox } from './outbox.ts';

const at = new Date('2026-03-02T10:00:00Z');
const SECRET = 'a secret of thirty-two characters';

async function run(mode: Mode) {
  const { db, close } = await testDatabase();
  onTestFinished(close);
  const mail = {
    to: 'tess@people.example',
    subject: 'Confirm your email',
    text: 'http://localhost/verify/1',
  };
  await enqueueMail(db, mail, at);
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const rest = { mode, args: [], adminPassword: null, write: async () => undefined };
  const code = await outbox.run({ ...rest, db, secrets: soleSecret(SECRET), print });
  return { code, output: lines.join('\n') };
}

test('prints mails that wait on a staging system, with their links', async () => {
  const { code, output } = await run('staging');
  expect(code).toBe(0);
  expect(output).toMatch(/to tess@people\.example {2}Confirm your email\n\nhttp:\/\/localhost\/verify\/1/);
});

test('prints no mail of a live system', async () => {
  const { code, output } = await run('live');
  expect(code).toBe(1);
  expect(output).not.toContain('verify');
});
