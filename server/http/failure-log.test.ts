import { expect, onTestFinished, test } from 'vitest';
import { newId } from '#server/infra/id.ts';
import { createLog } from '#server/infra/log.ts';
import { testDatabase } from '#server/testing/database.ts';
import { createServer } from './server.ts';

test('a request that broke a unique email address is logged without the address', async () => {
  const lines: string[] = [];
  const log = createLog('trace', { write: (line) => void lines.push(line) });
  const database = await testDatabase();
  const server = await createServer({ appUrl: 'http://localhost:3000', trustProxy: false, log });
  onTestFinished(async () => {
    await server.close();
    await database.close();
  });
  const email = 'tess.private@people.example';
  const addUser = () =>
    database.db.insertInto('users').values({ id: newId(), email, name: 'Tess' }).execute();
  await addUser();
  server.get('/fails', { schema: { hide: true } }, addUser);
  const reply = await server.inject({ method: 'GET', url: '/fails' });
  expect(reply.json()).toMatchObject({ code: 'internal' });
  expect(lines.join('')).toContain('"code":"23505"');
  expect(lines.join('')).not.toContain(email);
});
