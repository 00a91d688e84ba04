import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { UserId } from '#contract/accounts/ids.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { newId } from './id.ts';
import { createLog } from './log.ts';

const ADDRESS = 'tess.private@people.example';
const lines: string[] = [];
const log = createLog('trace', { write: (line) => void lines.push(line) });

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(() => {
  lines.length = 0;
});

const addUser = (email: string, id = newId<UserId>()) =>
  database.db.insertInto('users').values({ id, email, name: 'Tess' }).execute();

const failed = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => expect.unreachable('this had to fail'),
    (error: Error) => error,
  );

test('a unique violation on an email address is logged without the address', async () => {
  await addUser(ADDRESS);
  const error = await failed(addUser(ADDRESS));
  expect(error).toMatchObject({ detail: expect.stringContaining(ADDRESS) });
  log.error({ err: error }, 'unexpected');
  log.error(error);
  expect(lines.join('')).not.toContain(ADDRESS);
  expect(JSON.parse(lines[0]!).err).toMatchObject({
    code: '23505',
    table: 'users',
    constraint: expect.stringContaining('email'),
    message: expect.stringContaining('duplicate key'),
    stack: expect.stringContaining('log.test.ts'),
  });
});

test('a row that breaks a check, and the values around it, are not logged', async () => {
  const role = sql<'host'>`'owner of a secret'`;
  const error = await failed(
    database.db
      .insertInto('users')
      .values({ id: newId(), email: `third.${ADDRESS}`, name: 'Tess', role })
      .execute(),
  );
  log.error({ err: new Error('outer', { cause: error }) }, 'unexpected');
  log.error({ err: error }, 'unexpected');
  expect(lines.join('')).toContain('23514');
  expect(lines.join('')).not.toMatch(/private|owner of a secret/);
});

test('a value that PostgreSQL could not read is not logged', async () => {
  const error = await failed(sql`select ${'a private word'}::text::uuid`.execute(database.db));
  expect(error.message).toContain('a private word');
  log.error({ err: error }, 'unexpected');
  expect(lines.join('')).toContain('22P02');
  expect(lines.join('')).not.toContain('a private word');
});

test("a mail server's answer about an address is logged without the address", () => {
  const answer = `550 5.1.1 <${ADDRESS}> unknown`;
  const error = Object.assign(new Error(`Can't send mail: ${answer}`), {
    code: 'EENVELOPE',
    responseCode: 550,
    response: answer,
    rejected: [ADDRESS],
  });
  log.warn({ err: error }, 'mail not accepted');
  expect(lines.join('')).not.toContain(ADDRESS);
  expect(JSON.parse(lines[0]!).err).toMatchObject({ code: 'EENVELOPE', responseCode: 550 });
});
