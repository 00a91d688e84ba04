import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { AccountId } from '#contract/accounts/ids.ts';
import { apiScopes } from '#contract/api-keys/api-scopes.ts';
import { everyRoute } from '#contract/every-route.ts';
import { anyCharacter } from '#contract/testing/any-character.ts';
import type { Method } from '#contract/wire/route.ts';
import { publicDocument } from '#server/http/public-api/document.ts';
import type { JsonSchema } from '#server/http/public-api/schemas.ts';
import { testKey } from '#server/testing/api-keys.ts';
import { makeEveryChange } from '#server/testing/documented-changes.ts';
import { hostileRuns } from '#server/testing/runs.ts';
import { hostileInputs } from '#server/testing/sweep-input.ts';
import { type Answer, sweptWorld } from '#server/testing/sweep-world.ts';

interface Referring extends JsonSchema {
  $ref?: string;
  allOf?: Referring[];
}
interface Content {
  schema: Referring;
  examples?: Record<string, unknown>;
}
interface Operation {
  operationId: string;
  description: string;
  parameters: { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: JsonSchema }[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, { content?: Record<string, Content> }>;
}

const world = await sweptWorld({ DEV_TOOLS: '1' });
afterAll(() => world.close());
// The counters are deleted, because rate limits count real minutes and a fast machine sends more requests in
// one.
beforeEach(() => sql`delete from rate_limits`.execute(world.owner));
// The document is serialized and parsed, because a program sees only the JSON.
const document = JSON.parse(JSON.stringify(publicDocument(everyRoute, 'https://permille.example')));
const operations = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(
    ([method, operation]) =>
      [operation.operationId, { path, method: method.toUpperCase() as Method, ...operation }] as const,
  ),
);

type Asked = (typeof operations)[number][1];
const ownerOf = ({ description }: Operation): AccountId =>
  description.includes('For keys of clippers') ? theirs.clipper : theirs.host;

/** The demo host and clipper with the most submissions, and the ids of their objects. */
const { rows } = await sql<{ host: AccountId; clipper: AccountId; ids: string[] }>`
  with s as (
    select s.id, s.clipper_id, l.host_id, l.id as listing_id from submissions s join listings l on l.id = s.listing_id
  ), most as (select host_id as host, clipper_id as clipper from s group by 1, 2 order by count(*) desc limit 1)
  select host, clipper, (
    select array_agg(distinct id) from (
      select unnest(array[s.id, s.listing_id]) as id from s where host_id = host and clipper_id = clipper
      union all select id from payouts where clipper_id = clipper
      union all select id from deposits where host_id = host
    ) theirs
  ) as ids from most`.execute(world.owner);
const theirs = rows[0]!;

/** Resolves references and forbids undocumented properties, which JSON Schema would allow. */
function closed(schema: Referring): Referring {
  if (schema.$ref) return closed(document.components.schemas[schema.$ref.split('/').at(-1)!]);
  const { properties, items, anyOf, allOf, additionalProperties } = schema;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, closed(part)])),
      additionalProperties: typeof additionalProperties === 'object' ? closed(additionalProperties) : false,
    }),
    ...(items && { items: closed(items) }),
    ...(anyOf && { anyOf: anyOf.map(closed) }),
    ...(allOf && { allOf: allOf.map(closed) }),
  };
}

const checkers = new Map<Content, z.ZodType>();
function checkerOf(content: Content): z.ZodType {
  const known = checkers.get(content) ?? z.fromJSONSchema(closed(content.schema) as never);
  checkers.set(content, known);
  return known;
}

/** Describes the undocumented part of an answer; returns null if all of it is documented. */
function undocumented({ responses }: Operation, { status, text, headers }: Answer): string | null {
  const response = responses[status];
  if (!response) return `status ${status}: ${text.slice(0, 300)}`;
  const type = String(headers['content-type'] ?? '').split(';')[0]!;
  if (!response.content) return text === '' ? null : `a body with ${status}`;
  const content = response.content[type];
  if (!content) return `${type} with ${status}`;
  if (type === 'text/csv') return null;
  const { error } = checkerOf(content).safeParse(JSON.parse(text));
  const code = (JSON.parse(text) as { code?: string }).code;
  if (status >= 400 && !(code! in (content.examples ?? {}))) return `code ${code} with ${status}`;
  return error ? `${status}: ${z.prettifyError(error)} in ${text.slice(0, 300)}` : null;
}

/** Generates values that match a parameter's schema. */
function fitting(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(fitting));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.format === 'uuid') return fc.oneof(fc.constantFrom(...theirs.ids), fc.uuid());
  if (schema.format === 'date')
    return fc.constantFrom('2026-01-01', '2026-11-22', '1970-01-01', '2999-12-31');
  if (schema.pattern) return fc.stringMatching(new RegExp(schema.pattern));
  if (schema.type === 'integer' || schema.type === 'number')
    return fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 10_000, 2 ** 31 - 1) });
  if (schema.type === 'boolean') return fc.boolean();
  return fc.string({ unit: 'grapheme', maxLength: 40 });
}

const textOf = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 2_000).toWellFormed();

function requestsFor({ path, parameters, requestBody }: Operation & { path: string }) {
  const inQuery = parameters.filter((one) => one.in === 'query');
  const properties = Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema]));
  const requiredKeys = inQuery.filter(({ required }) => required).map(({ name }) => name);
  const right = fc.record(Object.fromEntries(inQuery.map(({ name, schema }) => [name, fitting(schema)])), {
    requiredKeys,
  });
  const wrong = hostileInputs({ type: 'object', properties } as never);
  const body = requestBody && hostileInputs(closed(requestBody.content['application/json']!.schema) as never);
  return fc.record({
    query: fc
      .oneof({ weight: 2, arbitrary: right }, { weight: 1, arbitrary: wrong })
      .map((made) =>
        Object.fromEntries(Object.entries(made ?? {}).map(([name, value]) => [name, textOf(value)])),
      ),
    body: body ?? fc.constant(undefined),
    path: fc
      .array(
        fc.oneof(
          { weight: 4, arbitrary: fc.constantFrom(...theirs.ids) },
          { weight: 1, arbitrary: fc.string({ unit: anyCharacter }).map(encodeURIComponent) },
        ),
        {
          minLength: 3,
          maxLength: 3,
        },
      )
      .map((segments) => path.replace(/\{\w+\}/g, () => segments.pop()!)),
  });
}

/**
 * A program's key for each person. It is replaced after some calls, so that its rate limit refuses no call.
 */
const keys = new Map<string, { headers: Promise<Record<string, string>>; left: number }>();
async function headersFor(personId: AccountId): Promise<Record<string, string>> {
  let key = keys.get(personId);
  if (!key || key.left === 0) {
    const made = testKey(world.db, personId, apiScopes);
    key = { headers: made.then(({ headers }) => headers), left: 10 };
    keys.set(personId, key);
  }
  key.left -= 1;
  return await key.headers;
}

/** Operations that answered 304 to a caller that already had the reply. */
const repeated = new Set<string>();

/**
 * Makes a call and describes the undocumented part of its answer; returns null if all of it is documented.
 */
async function ask(
  operation: Asked,
  request: { path: string; query?: Record<string, string>; body?: unknown },
) {
  const headers = await headersFor(ownerOf(operation));
  const route = { method: operation.method, path: request.path };
  const answer = await world.send(route, { headers, ...request });
  const fault = undocumented(operation, answer);
  if (fault !== null || answer.status !== 200 || !answer.headers.etag || repeated.has(operation.operationId))
    return { ...answer, fault };
  repeated.add(operation.operationId);
  const known = { ...headers, 'if-none-match': String(answer.headers.etag) };
  const again = await world.send(route, { headers: known, ...request });
  return { ...answer, fault: undocumented(operation, again) };
}

// The tests run concurrently, so that the server and the database are both busy.
describe.concurrent('every documented call by a program gets a documented answer', () => {
  test.each(operations)('%s', async (_name, operation) => {
    await fc.assert(
      fc.asyncProperty(requestsFor(operation), async (request) => {
        expect((await ask(operation, request)).fault).toBeNull();
      }),
      hostileRuns(12),
    );
  });
});

test.concurrent.each(operations.filter(([, { method }]) => method === 'GET'))(
  'the answer of %s to a person with data matches the document',
  async (_name, operation) => {
    const paths = new Set(theirs.ids.map((id) => operation.path.replace(/\{\w+\}/, id)));
    // No read requires other parameters.
    const known: Record<string, string> = { month: '2026-01', ids: theirs.ids.slice(0, 4).join(',') };
    const needed = operation.parameters.filter(({ name, required }) => required && name in known);
    const query = Object.fromEntries(needed.map(({ name }) => [name, known[name]!]));
    const statuses = new Set<number>();
    for (const path of paths) {
      const { status, fault } = await ask(operation, { path, query });
      expect(fault).toBeNull();
      statuses.add(status);
    }
    expect([...statuses]).toContain(200);
  },
);

test('every documented change can be made, and its answer matches the document', async () => {
  const made = new Set<string>();
  await makeEveryChange(world, async ({ operationId, by, id, body }) => {
    const [, operation] = operations.find(([name]) => name === operationId)!;
    const headers = await headersFor(by.accountId);
    const route = { method: operation.method, path: operation.path.replace('{id}', id ?? '') };
    const answer = await world.send(route, { headers, body });
    expect([operationId, answer.status, answer.text]).toEqual([operationId, 200, answer.text]);
    expect(undocumented(operation, answer)).toBeNull();
    made.add(operationId);
    return JSON.parse(answer.text);
  });
  const changes = operations.filter(([, { method }]) => method !== 'GET').map(([name]) => name);
  expect([...made].toSorted()).toEqual(changes.toSorted());
});

test('this test detects undocumented answers', () => {
  const [, operation] = operations.find(([name]) => name === 'clipperPayouts')!;
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  const page = { rows: [], nextCursor: null };
  const of = (part: Partial<Answer>) =>
    undocumented(operation, { status: 200, headers, text: JSON.stringify(page), ...part });
  expect(of({})).toBeNull();
  expect(of({ text: JSON.stringify({ ...page, secret: 1 }) })).toContain('secret');
  expect(of({ text: '{}' })).toContain('rows');
  expect(of({ status: 418 })).toContain('418');
  expect(of({ headers: { 'content-type': 'text/html' } })).toContain('text/html');
});
