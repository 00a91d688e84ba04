import { afterAll, describe, expect, test } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import type { RouteSpec } from '#contract/wire/route.ts';
import { pageRefusalsOf } from './http/public-api/refusals.ts';
import { MINUTE } from './infra/clock.ts';
import { newId } from './infra/id.ts';
import { anonymousHeaders, type TestActor } from './testing/actor.ts';
import { listingBody } from './testing/listings.ts';
import { sampleOf, schemaOf } from './testing/sweep-input.ts';
import { type Answer, sweptWorld } from './testing/sweep-world.ts';
import { useUp } from './testing/used-up.ts';

const world = await sweptWorld({ GOOGLE_CLIENT_ID: 'client', GOOGLE_CLIENT_SECRET: 'secret' });
afterAll(() => world.close());

/** The longest body of routes that name no other limit. */
const BODY_LIMIT_BYTES = 128 * 1024;

/** The routes that declare or imply this refusal. */
const refusing = (code: ErrorCode): [name: string, route: RouteSpec][] =>
  world.routes.filter(([, route]) => [...pageRefusalsOf(route).values()].flat().includes(code));

/** A person who may call the route; null for a visitor. */
async function callerOf({ access }: RouteSpec): Promise<TestActor | null> {
  if (access === 'public') return null;
  return await world.person(access === 'session' ? 'host' : access);
}

const headersOf = (caller: TestActor | null) => caller?.headers ?? anonymousHeaders;
const unknownPath = ({ path }: RouteSpec): string => path.replaceAll(/:\w+/g, newId());

const { budgetMicros: _, sourceMediaId: __, sourceUrl: ___, ...terms } = listingBody;
/** Valid bodies whose rules span several fields, so that no sample of each field's type follows them. */
const BODIES: Record<string, unknown> = {
  createListing: listingBody,
  editListing: { ...terms, version: 1 },
  creditSuspense: { username: (await world.person('host')).username, reason: 'Because.' },
  attachClipFile: { fileName: 'clip.mp4', sizeBytes: 1_000, contentType: 'video/mp4', fingerprint: null },
};

function validBody(name: string, { body }: RouteSpec): unknown {
  const schema = schemaOf(body);
  return BODIES[name] ?? (schema && sampleOf(schema));
}

/** The query with all that the route demands. */
function validQuery({ query }: RouteSpec): Record<string, string> {
  const schema = schemaOf(query);
  return Object.fromEntries(
    (schema?.required ?? []).map((name) => [name, String(sampleOf(schema!.properties![name]!, name))]),
  );
}

const codeOf = ({ status, text }: Answer): string => `${status} ${JSON.parse(text).code}`;

describe('400', () => {
  test.each(refusing('invalid_input'))('%s refuses an input that breaks its rules', async (_name, route) => {
    const headers = headersOf(await callerOf(route));
    const at = { headers, path: unknownPath(route) };
    const { properties = {} } = schemaOf(route.query) ?? {};
    const query = Object.fromEntries(Object.keys(properties).map((name) => [name, '\0'.repeat(5_000)]));
    const sent = route.body
      ? { ...at, body: [] }
      : route.query
        ? { ...at, query }
        : route.params
          ? { ...at, path: route.path.replaceAll(/:\w+/g, '%00'.repeat(99)) }
          : { ...at, headers: { ...headers, 'content-type': 'application/json' }, body: '{' };
    expect(codeOf(await world.send(route, sent))).toBe('400 invalid_input');
  });
});

describe('403', () => {
  test.each(refusing('cross_site'))('%s refuses a request from another site', async (name, route) => {
    const { cookie } = (await callerOf(route)) ?? { cookie: '' };
    const headers = { cookie, origin: 'https://evil.example' };
    const sent = { headers, path: unknownPath(route), body: validBody(name, route) };
    expect(codeOf(await world.send(route, sent))).toBe('403 cross_site');
  });

  const confirmed = world.routes.filter(([, { recentLogin }]) => recentLogin);
  test.each(confirmed)('%s refuses a person whose login is older than 15 minutes', async (name, route) => {
    const caller = (await callerOf(route))!;
    await world.db
      .updateTable('sessions')
      .set({ confirmed_at: new Date(Date.now() - 16 * MINUTE) })
      .where('id', '=', caller.sessionId)
      .execute();
    const sent = { headers: caller.headers, path: unknownPath(route), body: validBody(name, route) };
    expect(codeOf(await world.send(route, sent))).toBe('403 confirm_identity');
  });
});

describe('404', () => {
  // Saving a project first compares the caller with the person whom the body names (studio.test.ts).
  const byId = world.routes.filter(
    ([name, { path, errors }]) =>
      path.includes(':') && errors?.includes('not_found') && name !== 'saveStudioProject',
  );
  test.each(byId)('%s finds nothing at an unknown id', async (name, route) => {
    const sent = {
      headers: headersOf(await callerOf(route)),
      path: unknownPath(route),
      query: validQuery(route),
      body: validBody(name, route),
    };
    expect(codeOf(await world.send(route, sent))).toBe('404 not_found');
  });
});

describe('409', () => {
  test.each(refusing('idempotency_key_reused'))(
    '%s refuses the key of another request',
    async (name, route) => {
      const caller = (await callerOf(route))!;
      const key = newId();
      await world.db
        .insertInto('idempotency_keys')
        .values({ actor_id: caller.userId, key, request_hash: Buffer.from('another request') })
        .execute();
      const headers = { ...caller.headers, 'idempotency-key': key };
      const sent = { headers, path: unknownPath(route), body: validBody(name, route) };
      expect(codeOf(await world.send(route, sent))).toBe('409 idempotency_key_reused');
    },
  );
});

describe('413', () => {
  test.each(refusing('too_large'))('%s refuses a body beyond its limit', async (_name, route) => {
    const body = { text: 'x'.repeat(route.bodyMaxBytes ?? BODY_LIMIT_BYTES) };
    const sent = { headers: headersOf(await callerOf(route)), path: unknownPath(route), body };
    expect(codeOf(await world.send(route, sent))).toBe('413 too_large');
  });
});

describe('429', () => {
  const limited = world.routes.filter(([, { perMinute }]) => perMinute !== undefined);
  test.each(limited)('%s refuses a caller beyond its requests per minute', async (name, route) => {
    const caller = await callerOf(route);
    const from = '10.255.0.1';
    await useUp(world.db, `${route.method} ${route.path} ${caller?.userId ?? from}`, route.perMinute!);
    const sent = { headers: headersOf(caller), path: unknownPath(route), body: validBody(name, route), from };
    expect(codeOf(await world.send(route, sent))).toBe('429 too_many_requests');
  });
});
