import { expect, onTestFinished, test } from 'vitest';
import type { Mode } from '#server/infra/installation-mode.ts';
import { soleSecret } from '#server/infra/secrets.ts';
import { createActor } from '#server/testing/actor.ts';
import { testDatabase } from '#server/testing/database.ts';
import { seedDemo } from './seed-demo.ts';

async function run(mode: Mode) {
  const database = await testDatabase();
  onTestFinished(() => database.close());
  const { db } = database;
  await createActor(db, { role: 'host', username: 'marlow', isDemo: true });
  const lines: string[] = [];
  const context = {
    db,
    mode,
    args: [],
    secrets: soleSecret('a secret of thirty-two characters'),
    adminPassword: null,
    write: async () => undefined,
  };
  const code = await seedDemo.run({ ...context, print: (line) => void lines.push(line) });
  const left = await db.selectFrom('users').select('id').where('is_demo', '=', true).execute();
  return { code, lines, left: left.length };
}

test('archives the demo accounts, so that the server makes new ones', async () => {
  expect(await run('demo')).toMatchObject({ code: 0, left: 0, lines: [expect.stringContaining('anew')] });
});

test('leaves a live system, which has no demo accounts, alone', async () => {
  expect(await run('live')).toMatchObject({ code: 1, left: 1 });
});
