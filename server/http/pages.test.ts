import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { payoutTexts } from '#contract/payouts/payout-texts.ts';
import { createLog } from '#server/infra/log.ts';
import { readDocuments } from './documents.ts';
import { stagingLabel } from './mode-label.ts';
import { registerPageRoutes } from './pages.ts';
import { createServer } from './server.ts';

const shell = `<!doctype html><html data-address="https://address.invalid" data-payouts="manual" data-posts=""><head>
<script type="module" src="/app.js"></script></head><body><noscript>app needs scripts</noscript><div id="root"></div></body></html>`;
const lines: string[] = [];
let server: FastifyInstance;
let webRoot: string;

beforeAll(async () => {
  webRoot = mkdtempSync(join(tmpdir(), 'permille-web-'));
  mkdirSync(join(webRoot, '.pages'));
  mkdirSync(join(webRoot, 'assets'));
  writeFileSync(join(webRoot, 'assets/a.js'), 'plain');
  writeFileSync(join(webRoot, 'assets/a.js.br'), 'smaller');
  writeFileSync(join(webRoot, 'assets/a.js.gz'), 'small');
  writeFileSync(join(webRoot, 'assets/encoder-x.js'), 'worker');
  writeFileSync(join(webRoot, 'mark.svg'), '<svg/>');
  writeFileSync(join(webRoot, '.pages/app.html'), shell);
  const page = (body: string) => ({
    head: '<link rel="canonical" href="https://address.invalid/x">',
    body,
  });
  const manifest = {
    pages: { '/': page('landing'), '/pricing': page(`pricing. ${payoutTexts.manual}`) },
    missing: page('missing'),
    preloads: {
      ...{ '/auth': '', '/host/:id': '', '/studio/:id': '', '/@:username': '' },
      '/listings/:id': '<link rel="modulepreload" href="/listing.js">',
    },
  };
  writeFileSync(join(webRoot, '.pages/pages.json'), JSON.stringify(manifest));
  const log = createLog('info', { write: (line: string) => void lines.push(line) });
  server = await createServer({ appUrl, trustProxy: false, log });
  registerPageRoutes(server, { ...pages, webRoot });
});
afterAll(async () => {
  await server.close();
  rmSync(webRoot, { recursive: true });
});

const appUrl = 'https://permille.example';
const pages = {
  appUrl,
  sessionCookie: 'session',
  findPage: async ({ path }: { path: string }) => {
    if (path === '/listings/broken') throw new Error('no database');
    // The test's database fails like PostgreSQL, which accepts no zero byte in a text.
    if (decodeURIComponent(path).includes('\0')) throw new Error('invalid byte sequence');
    if (path === '/listings/1') return { at: path, reads: [] };
    return path.startsWith('/@') ? ('unknown' as const) : null;
  },
  encodes: (path: string) => path.startsWith('/studio/'),
  listed: { count: async () => 1, read: async () => ['/listings/1'] },
};

const get = (url: string, headers: Record<string, string> = {}) =>
  server.inject({ method: 'GET', url, headers });

test('a page that the browser renders preloads its own scripts, another does not', async () => {
  for (const url of ['/listings/1', '/listings/2']) expect((await get(url)).body).toContain('/listing.js');
  for (const url of ['/auth', '/host/1', '/@nobody'])
    expect((await get(url)).body).not.toContain('/listing.js');
});

test('a public page is sent as HTML with the public address, and may be listed', async () => {
  for (const url of ['/pricing', '/pricing/', '/pricing?from=mail']) {
    const reply = await get(url);
    expect(reply.statusCode).toBe(200);
    expect(reply.body).toContain('pricing');
    expect(reply.body).toContain('href="https://permille.example/x"');
    expect(reply.body).not.toContain('address.invalid');
    expect(reply.headers['x-robots-tag']).toBeUndefined();
  }
});

test("only a demo's pages say where posts are opened instead of on their platform", () => {
  const pricing = (posts?: string) =>
    readDocuments(webRoot, appUrl, { posts })!.page('/pricing')!.plain.toString();
  expect(pricing('http://127.0.0.1:4100/posts')).toContain('data-posts="http://127.0.0.1:4100/posts"');
  expect(pricing()).toContain('data-posts=""');
});

test('the page and the data for the browser name the configured payout rail', () => {
  const pricing = (payouts: keyof typeof payoutTexts) =>
    readDocuments(webRoot, appUrl, { payouts })!.page('/pricing')!.plain.toString();
  for (const [rail, text] of Object.entries(payoutTexts) as [keyof typeof payoutTexts, string][]) {
    expect(pricing(rail)).toContain(text);
    expect(pricing(rail)).toContain(`data-payouts="${rail}"`);
  }
  expect(pricing('paypal')).not.toContain('manually');
});

test('a page that the browser already has is answered with 304, and is compressed otherwise', async () => {
  const reply = await get('/', { 'accept-encoding': 'gzip' });
  expect(gunzipSync(reply.rawPayload).toString()).toContain('landing');
  const again = await get('/', { 'if-none-match': String(reply.headers.etag) });
  expect(again.statusCode).toBe(304);
});

test('private pages are kept out of search engines, and visitors’ pages are not', async () => {
  for (const url of ['/auth?mode=login', '/host/7']) {
    const reply = await get(url);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['x-robots-tag']).toBe('noindex');
  }
  expect((await get('/listings/1')).headers['x-robots-tag']).toBeUndefined();
});

test('a missing person or listing answers 404 and is not listed', async () => {
  const reply = await get('/@nobody');
  expect(reply.statusCode).toBe(404);
  expect(reply.body).toContain('app');
  expect(reply.headers['x-robots-tag']).toBe('noindex');
});

test('a page whose description fails is still shown', async () => {
  expect((await get('/listings/broken')).statusCode).toBe(200);
  expect(lines.some((line) => line.includes('a page could not be described'))).toBe(true);
});

test('a URL with a zero byte is unknown like any other, and logs no fault', async () => {
  lines.length = 0;
  for (const path of ['/@a%00b', '/listings/%00', '/@%00?x=%00'])
    expect((await get(path)).body, path).toContain('app');
  expect(lines.filter((line) => line.includes('a page could not be described'))).toEqual([]);
});

test('any other path gets the 404 page, and the missing path is logged', async () => {
  for (const path of [
    '/no-such-page',
    '/nope.html',
    '/app.html',
    '/assets/nope.js',
    '/favicon.ico',
    '/%E0%A4%A',
    '/host/7/%zz',
    '/nope%2Fx',
    '/..%2f..%2fetc/passwd',
    '/a%00b',
    '//other.example',
    `/${'x'.repeat(5_000)}`,
  ]) {
    lines.length = 0;
    const reply = await get(`${path}?secret=1`);
    expect(reply, path).toMatchObject({ statusCode: 404, body: expect.stringContaining('missing') });
    expect(reply.headers, path).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-robots-tag': 'noindex',
    });
    expect(lines.map((text) => JSON.parse(text))).toEqual([
      expect.objectContaining({ msg: 'no such page', path: path.slice(0, 300) }),
    ]);
  }
});

test('an unknown path of the API, or of a request that sends data, is answered as the API answers, and logged', async () => {
  const headers = { 'sec-fetch-site': 'same-origin' };
  for (const [method, url] of [
    ['GET', '/api/nope'],
    ['GET', '/api/%E0%A4%A'],
    ['POST', '/nope.html'],
  ] as const) {
    lines.length = 0;
    const reply = await server.inject({ method, url, headers });
    expect(reply.statusCode, url).toBe(404);
    expect(reply.json(), url).toMatchObject({ code: 'not_found' });
    expect(JSON.parse(lines[0]!), url).toMatchObject({ msg: 'no such page', path: url });
  }
});

test('the sitemap lists public pages and listings, and robots.txt names it', async () => {
  const { body } = await get('/sitemap.xml');
  const found = [...body.matchAll(/<loc>([^<]*)</g)].map(([, loc]) => loc);
  const base = 'https://permille.example';
  expect(found).toEqual([`${base}/`, `${base}/pricing`, `${base}/listings/1`]);
  expect((await get('/robots.txt')).body).toContain(`Sitemap: ${base}/sitemap.xml`);
});

test('a staging system says so on every page, also without scripts, and no search engine lists it', async () => {
  const staging = await createServer({ appUrl, trustProxy: false, log: createLog('silent'), unlisted: true });
  onTestFinished(() => staging.close());
  registerPageRoutes(staging, { ...pages, webRoot, label: stagingLabel(false) });
  for (const url of ['/', '/pricing', '/auth', '/listings/1', '/listings/2', '/@nobody', '/no-such-page']) {
    const reply = await staging.inject(url);
    expect(reply.body, url).toMatch(/<body>.*<aside aria-label="Staging"[^>]*>.*test money/);
    expect(reply.headers['x-robots-tag'], url).toBe('noindex');
  }
  expect((await staging.inject('/assets/a.js')).headers['x-robots-tag']).toBe('noindex');
  expect((await staging.inject('/robots.txt')).body).not.toMatch(/Sitemap|Disallow: \/$/m);
  expect((await staging.inject('/sitemap.xml')).body).not.toContain('<loc>');
  expect((await get('/pricing')).body).not.toContain('<aside');
});

describe('a file of the build', () => {
  test('is sent in the smallest encoding that the browser accepts, and is cached for ever when its name contains its hash', async () => {
    for (const [taken, body, encoding] of [
      ['gzip, br', 'smaller', 'br'],
      ['gzip', 'small', 'gzip'],
      ['br;q=0, gzip', 'small', 'gzip'],
      ['identity', 'plain', undefined],
    ] as const) {
      const reply = await get('/assets/a.js', { 'accept-encoding': taken });
      expect(reply.body, taken).toBe(body);
      expect(reply.headers['content-encoding'], taken).toBe(encoding);
      expect(reply.headers).toMatchObject({
        'content-type': expect.stringContaining('javascript; charset=utf-8'),
        'content-length': String(body.length),
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
        'x-content-type-options': 'nosniff',
      });
    }
    expect((await get('/mark.svg', { 'accept-encoding': 'br' })).headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'no-cache',
    });
  });

  test('is answered with 304 when the browser has it, and HEAD sends no bytes', async () => {
    const { headers } = await get('/mark.svg');
    const again = await get('/mark.svg', { 'if-none-match': String(headers.etag) });
    expect(again).toMatchObject({ statusCode: 304, body: '' });
    const head = await server.inject({ method: 'HEAD', url: '/mark.svg' });
    expect(head).toMatchObject({ statusCode: 200, body: '' });
    expect(head.headers['content-length']).toBe('6');
  });

  test("is served at its own path only, and the build's private files are not served", async () => {
    for (const url of [
      '/.pages/app.html',
      '/.pages/pages.json',
      '/%2epages/pages.json',
      '/assets/a.js.br',
      '/assets/../.pages/pages.json',
      '/assets/no.js',
    ])
      expect((await get(url)).statusCode, url).toBe(404);
    expect((await server.inject({ method: 'POST', url: '/mark.svg' })).statusCode).not.toBe(200);
  });
});

test('only the document that encodes video, and its worker, may compile WebAssembly and make workers of blobs', async () => {
  const policyOf = async (url: string) => String((await get(url)).headers['content-security-policy']);
  for (const url of ['/studio/1', '/studio/1?from=mail', '/assets/encoder-x.js']) {
    const policy = await policyOf(url);
    expect(policy, url).toMatch(/script-src 'self' 'wasm-unsafe-eval';/);
    expect(policy, url).toMatch(/worker-src 'self' blob:/);
    expect(policy, url).not.toMatch(/script-src[^;]*(?:blob:|'unsafe-eval'|'unsafe-inline')/);
  }
  const others = ['/', '/pricing', '/auth', '/host/1', '/listings/1', '/nothing', '/studio', '/assets/a.js'];
  for (const url of [...others, '/api/studio/1']) {
    expect(await policyOf(url), url).toMatch(/script-src 'self';/);
    expect(await policyOf(url), url).not.toMatch(/wasm|worker-src/);
  }
});
