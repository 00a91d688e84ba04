import { expect, onTestFinished, test } from 'vitest';
import { newId } from '#server/infra/id.ts';
import { createLog } from '#server/infra/log.ts';
import { testDatabase } from '#server/testing/database.ts';
import { createServer } from './server.ts';

test('a route that fails repeatedly logs one stack, and one line per request with its reason and request id', async () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const server = await createServer({ appUrl: 'http://localhost:3000', trustProxy: false, log });
  onTestFinished(() => server.close());
  server.get('/fails', async () => {
    throw new TypeError('rows of tess.private@people.example are missing');
  });
  const ids = [];
  for (let nth = 0; nth < 3; nth += 1)
    ids.push((await server.inject({ method: 'GET', url: '/fails' })).headers['x-request-id']);
  expect(lines.filter((line) => line.includes('"stack"'))).toHaveLength(1);
  const requests = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
  expect(requests.map(({ requestId, reason, status }) => [requestId, reason, status])).toEqual(
    ids.map((id) => [id, 'rows of [address] are missing', 500]),
  );
  for (const line of lines) {
    const { requestId } = JSON.parse(line);
    expect(line.split(requestId)).toHaveLength(2);
  }
});

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
  server.get('/fails', addUser);
  const reply = await server.inject({ method: 'GET', url: '/fails' });
  expect(reply.json()).toMatchObject({ code: 'internal' });
  expect(lines.join('')).toContain('"code":"23505"');
  expect(lines.join('')).not.toContain(email);
});
