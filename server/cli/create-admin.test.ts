import { afterAll, expect, test } from 'vitest';
import type { Mode } from '#server/infra/installation-mode.ts';
import { soleSecret } from '#server/infra/secrets.ts';
import { testDatabase } from '#server/testing/database.ts';
import { createAdmin } from './create-admin.ts';

const t = await testDatabase();
afterAll(() => t.close());

async function run(username: string, adminPassword: string, mode: Mode) {
  const printed: string[] = [];
  const code = await createAdmin.run({
    db: t.db,
    mode,
    secrets: soleSecret('a secret of thirty-two characters'),
    adminPassword,
    args: [username],
    print: (line) => printed.push(line),
    write: async () => {},
  });
  return { code, printed };
}

test("refuses an admin's password under 12 characters in staging and live, as for ADMIN_PASSWORD", async () => {
  expect(await run('ann_walks', 'short-pass7', 'live')).toEqual({
    code: 1,
    printed: ["An admin's password must be at least 12 characters; choose a longer one."],
  });
  const made = { code: 0, printed: ['ann_walks can sign in at /admin.'] };
  expect(await run('ann_walks', 'short-pass-7', 'live')).toEqual(made);
  expect(await run('ben_walks', 'short7', 'demo')).toMatchObject({ code: 0 });
});

test('refuses a name in use with one sentence', async () => {
  expect(await run('cleo_walks', 'long-enough-pass', 'live')).toMatchObject({ code: 0 });
  expect(await run('cleo_walks', 'long-enough-pass', 'live')).toEqual({
    code: 1,
    printed: ['Username is already taken'],
  });
});
