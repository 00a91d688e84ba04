import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createLog } from '#server/infra/log.ts';
import { registerPageRoutes } from './pages.ts';
import { callerBucket } from './rate-limit.ts';
import { createServer } from './server.ts';

async function serverAt(appUrl: string, trustProxy: false | number | string[] = false) {
  const server = await createServer({ appUrl, trustProxy, log: createLog('silent') });
  server.post('/api/change', async () => ({ changed: true }));
  server.get('/api/address', async (request) => ({ ip: request.ip }));
  return server;
}

describe('check 7: a state change is accepted from our own pages only, sign-in included', () => {
  const change = async (headers: Record<string, string>) => {
    const server = await serverAt('https://permille.example');
    const reply = await server.inject({ method: 'POST', url: '/api/change', headers, payload: {} });
    await server.close();
    return reply.statusCode;
  };

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['a sibling subdomain', { origin: 'https://x.permille.example' }],
    ['our host without TLS', { origin: 'http://permille.example' }],
    ['a name that begins like ours', { origin: 'https://permille.example.evil.example' }],
    ['an opaque origin', { origin: 'null' }],
    ['no origin at all', {}],
    [
      'a cross-site fetch that claims our origin',
      { origin: 'https://permille.example', 'sec-fetch-site': 'cross-site' },
    ],
    ['a same-site fetch', { 'sec-fetch-site': 'same-site' }],
    ['a top-level form of nobody', { 'sec-fetch-site': 'none' }],
  ])('%s is refused', async (_name, headers) => {
    expect(await change(headers as Record<string, string>)).toBe(403);
  });

  test.each([
    ['our origin', { origin: 'https://permille.example' }],
    ['a same-origin fetch', { 'sec-fetch-site': 'same-origin' }],
  ])('%s is accepted', async (_name, headers) => {
    expect(await change(headers as Record<string, string>)).toBe(200);
  });
});

describe('check 14: the client’s address', () => {
  const addressSeen = async (trustProxy: false | number | string[], forwarded: string) => {
    const server = await serverAt('http://localhost:3000', trustProxy);
    const reply = await server.inject({
      method: 'GET',
      url: '/api/address',
      remoteAddress: '10.0.0.9',
      headers: { 'x-forwarded-for': forwarded },
    });
    await server.close();
    return reply.json().ip;
  };

  test('is the socket’s without a trusted proxy, whatever a header claims', async () => {
    expect(await addressSeen(false, '198.51.100.1')).toBe('10.0.0.9');
  });
  test("is taken from the trusted proxy only, not from the client's own header", async () => {
    expect(await addressSeen(1, '203.0.113.5, 198.51.100.1')).toBe('198.51.100.1');
    expect(await addressSeen(['10.0.0.9'], '203.0.113.5, 198.51.100.1')).toBe('198.51.100.1');
    expect(await addressSeen(['10.0.0.8'], '198.51.100.1')).toBe('10.0.0.9');
  });
  test('counts the IPv6 network of one person as one caller', () => {
    expect(callerBucket('2001:db8:1:2::1')).toBe(callerBucket('2001:db8:1:2:ffff:ffff:ffff:ffff'));
    expect(callerBucket('2001:db8:1:2::1')).not.toBe(callerBucket('2001:db8:1:3::1'));
    expect(callerBucket('::ffff:192.0.2.1')).toBe('192.0.2.1');
    expect(callerBucket('192.0.2.1')).not.toBe(callerBucket('192.0.2.2'));
  });
});

describe('check 31: headers', () => {
  const headersAt = async (appUrl: string) => {
    const server = await serverAt(appUrl);
    const { headers } = await server.inject({ method: 'GET', url: '/api/address' });
    await server.close();
    return headers;
  };

  test('scripts from this site only; no frames, no sniffing, no plug-ins, no other base', async () => {
    const headers = await headersAt('https://permille.example');
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/script-src 'self'(;|$)/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("frame-src 'none'");
    expect(policy).toContain("object-src 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("form-action 'self'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    expect(headers['cache-control']).toBe('no-store');
  });

  test('sends no HSTS without TLS, because it would lock a developer out of localhost', async () => {
    expect((await headersAt('http://localhost:3000'))['strict-transport-security']).toBeUndefined();
  });
});

describe('check 39: sizes', () => {
  test('a body above the limit is refused with its code', async () => {
    const server = await serverAt('http://localhost:3000');
    const reply = await server.inject({
      method: 'POST',
      url: '/api/change',
      headers: { 'sec-fetch-site': 'same-origin' },
      payload: { text: 'x'.repeat(200_000) },
    });
    expect(reply.json()).toMatchObject({ status: 413, code: 'too_large' });
    await server.close();
  });

  test('refuses broken JSON and JSON with prototype keys', async () => {
    const server = await serverAt('http://localhost:3000');
    for (const payload of [
      '{"a":',
      '{"__proto__":{"admin":true}}',
      '{"constructor":{"prototype":{"a":1}}}',
    ]) {
      const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
      const reply = await server.inject({ method: 'POST', url: '/api/change', headers, payload });
      expect(reply.statusCode).toBe(400);
    }
    await server.close();
  });
});

test('check 28: a path never leaves the folder of the web app', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'permille-pages-'));
  writeFileSync(join(outside, 'secret.txt'), 'outside');
  mkdirSync(join(outside, 'web/.pages'), { recursive: true });
  writeFileSync(join(outside, 'web/.pages/app.html'), 'page');
  writeFileSync(
    join(outside, 'web/.pages/pages.json'),
    '{"pages":{},"missing":{"head":"","body":""},"preloads":{}}',
  );
  writeFileSync(join(outside, 'web/mark.svg'), 'inside');
  const server = await serverAt('http://localhost:3000');
  registerPageRoutes(server, {
    webRoot: join(outside, 'web'),
    appUrl: 'http://localhost:3000',
    findPage: async () => null,
    sessionCookie: 'session',
    listed: { count: async () => 0, read: async () => [] },
  });
  for (const url of [
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/a/..%5c..%2fsecret.txt',
    '/%00',
  ]) {
    const reply = await server.inject({ method: 'GET', url });
    expect(reply.body).not.toContain('outside');
  }
  expect((await server.inject({ method: 'GET', url: '/mark.svg' })).body).toBe('inside');
  await server.close();
});
