import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { everyRoute } from '#contract/every-route.ts';
import type { RouteSpec } from '#contract/wire/route.ts';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { MovableClock } from './infra/clock.ts';
import { encodeCursor } from './infra/cursor.ts';
import { newId } from './infra/id.ts';
import { createLog } from './infra/log.ts';
import { createActor, TEST_SECRET } from './testing/actor.ts';
import { testDatabase } from './testing/database.ts';
import { LIVE_ENV } from './testing/live-env.ts';

/** Moments that one of JavaScript, ISO 8601 and PostgreSQL accepts and another does not. */
const MOMENTS = ['0000-01-01T00:00:00.000Z', '-271821-04-20T00:00:00.000Z', '+275760-09-13T00:00:00.000Z'];
const DAYS = ['0000-01-01', '9999-12-31'];
const NUMBERS = ['9'.repeat(14), '-999999999999999999', `9999999999e99 ${newId()}`, 'infinity'];

const database = await testDatabase();
const DATA_DIR = mkdtempSync(join(tmpdir(), 'permille-moments-'));
const app = await createApp(readConfig({ SECRET: TEST_SECRET, DATA_DIR, LOG_LEVEL: 'silent', ...LIVE_ENV }), {
  databaseUrl: database.appUrl,
  clock: new MovableClock(),
  log: createLog('silent'),
  tick: false,
});
await app.server.ready();
afterAll(async () => {
  await app.stop();
  await database.close();
});

type Property = { format?: string; enum?: unknown[]; type?: string; minimum?: number; anyOf?: Property[] };

/** Returns a schema's inputs in the form in which a client sends them. */
function inputsOf(schema: z.ZodType | undefined): { inputs: [string, Property][]; required: string[] } {
  const json = z.toJSONSchema(schema ?? z.object({}), { io: 'input', unrepresentable: 'any' });
  return {
    inputs: Object.entries((json.properties ?? {}) as Record<string, Property>),
    required: json.required ?? [],
  };
}

const formatOf = ({ format, anyOf }: Property): string | undefined =>
  format ?? anyOf?.map(formatOf).find((one) => one !== undefined);

/** Returns a valid value for a required input of a list. */
const sample = (name: string, { enum: values, minimum, format }: Property): string =>
  String(values?.[0] ?? minimum ?? (format === 'uuid' ? newId() : name === 'month' ? '2026-03' : '1'));

interface Asked {
  route: RouteSpec;
  query?: Record<string, string>;
  body?: Record<string, string>;
}

const known = new Map<string, Record<string, string>>();

/** Returns the headers of a signed-in caller, who is a new person if the route has a rate limit. */
async function callerOf({ access, perMinute }: RouteSpec): Promise<Record<string, string>> {
  const role = access === 'host' || access === 'admin' ? access : 'clipper';
  const before = perMinute === undefined ? known.get(role) : undefined;
  if (before) return before;
  const { headers } = await createActor(database.db, { role, username: `odd_${newId().slice(-12)}` });
  known.set(role, headers);
  return headers;
}

async function ask({ route, query = {}, body }: Asked) {
  const headers = await callerOf(route);
  const { inputs, required } = inputsOf(route.query);
  const needed = inputs.filter(([name]) => required.includes(name));
  const search = new URLSearchParams({
    ...Object.fromEntries(needed.map(([name, property]) => [name, sample(name, property)])),
    ...query,
  });
  return await app.server.inject({
    method: route.method,
    url: `${route.path.replaceAll(/:\w+/g, newId())}?${search}`,
    headers: { ...headers, 'idempotency-key': newId() },
    ...(body && { payload: body }),
  });
}

const routes = Object.entries<RouteSpec>(everyRoute);
const paged = routes.filter(([, { query }]) => inputsOf(query).inputs.some(([name]) => name === 'cursor'));
const dated = routes.flatMap(([name, route]) =>
  (['query', 'body'] as const).flatMap((part) =>
    inputsOf(route[part])
      .inputs.filter(([, property]) => ['date', 'date-time'].includes(formatOf(property) ?? ''))
      .map(([field, property]) => ({ name, route, part, field, format: formatOf(property) })),
  ),
);

test('finds lists and moment inputs in the contract', () => {
  expect(paged.length).toBeGreaterThan(30);
  expect(dated.length).toBeGreaterThan(8);
});

test.each(paged)('%s answers a cursor with an impossible moment without a fault', async (_name, route) => {
  const moments = MOMENTS.flatMap((moment) => [moment, `${moment} 1 debit`]);
  for (const value of [...moments, ...NUMBERS]) {
    const reply = await ask({ route, query: { cursor: encodeCursor({ value, id: newId() }) } });
    expect([200, 400, 404], `${value}: ${reply.body}`).toContain(reply.statusCode);
    if (reply.statusCode !== 400) continue;
    expect(reply.json()).toMatchObject({ code: 'invalid_input', fields: [{ field: 'cursor' }] });
  }
});

test.each(dated)('$part.$field of $name is refused outside the valid years', async (input) => {
  const { route, part, field, format } = input;
  for (const value of format === 'date' ? DAYS : MOMENTS) {
    const reply = await ask({ route, [part]: { [field]: value } });
    expect(reply.json(), value).toMatchObject({ code: 'invalid_input' });
    const { fields } = reply.json() as { fields: { field: string }[] };
    expect(fields.map((one) => one.field)).toContain(field);
  }
});
