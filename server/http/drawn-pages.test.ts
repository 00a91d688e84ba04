import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SERVED_READS_ID, type ServedRead } from '#contract/wire/served-reads.ts';
import { createLog } from '#server/infra/log.ts';
import type { VisitorPage } from './drawn-pages.ts';
import { registerPageRoutes } from './pages.ts';
import { createServer } from './server.ts';

const hostile = '</script><script>alert(1)</script><!--head-->$&';
let folder: string;
let server: Awaited<ReturnType<typeof createServer>>;
/** The title in the data of the visitor's page at /listings/1. */
let title = 'First';
const listing = (): VisitorPage => {
  const reads: ServedRead[] = [{ route: 'showListing', params: { id: '1' }, reply: { title } }];
  return { at: '/listings/1', reads };
};

// A renderer that replaces the built one. It counts its calls and fails for one title.
const renderer = `
let drawn = 0;
export const renderPage = async (path, [{ reply }]) => {
  if (reply.title === 'broken') throw new Error('not drawn');
  return { head: '<link rel="canonical" href="https://address.invalid' + path + '">', body: '<p>drawing ' + ++drawn + '</p>' };
};`;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'permille-drawn-'));
  mkdirSync(join(folder, 'web/.pages'), { recursive: true });
  mkdirSync(join(folder, 'prerender'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'prerender/prerender.js'), renderer);
  const files = {
    'app.html': '<!doctype html><html><head></head><body><div id="root"></div></body></html>',
    'pages.json': JSON.stringify({ pages: {}, missing: { head: '', body: 'missing' }, preloads: {} }),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'web/.pages', name), text);
  server = await createServer({
    appUrl: 'https://permille.example',
    trustProxy: false,
    log: createLog('silent'),
  });
  registerPageRoutes(server, {
    webRoot: join(folder, 'web'),
    appUrl: 'https://permille.example',
    sessionCookie: 'session',
    findPage: async ({ path }) => (path.startsWith('/listings/1') ? listing() : null),
    listed: { count: async () => 0, read: async () => [] },
  });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const get = (headers: Record<string, string> = {}) => server.inject({ url: '/listings/1', headers });
const readsIn = (html: string): unknown =>
  JSON.parse(new RegExp(`id="${SERVED_READS_ID}">([^<]*)</script>`).exec(html)![1]!);

test('a visitor gets the rendered page with the public address and its data', async () => {
  const { body, statusCode, headers } = await get();
  expect(statusCode).toBe(200);
  expect(body).toContain('<p>drawing 1</p>');
  expect(body).toContain('href="https://permille.example/listings/1"');
  expect(readsIn(body)).toEqual([{ route: 'showListing', params: { id: '1' }, reply: { title: 'First' } }]);
  expect(headers.vary).toContain('cookie');
  expect(headers['x-robots-tag']).toBeUndefined();
});

test('a page is rendered once for each state of its data, and answered with 304 to a browser that has it', async () => {
  const [one, two] = await Promise.all([get(), get()]);
  expect(two.body).toBe(one.body);
  expect((await get({ 'if-none-match': String(one.headers.etag) })).statusCode).toBe(304);
  title = 'Second';
  const changed = await get({ 'if-none-match': String(one.headers.etag) });
  expect(changed).toMatchObject({ statusCode: 200, body: expect.stringContaining('<p>drawing 2</p>') });
});

test('another spelling of the address leads to the canonical one, with its query', async () => {
  const reply = await server.inject('/listings/1/?from=mail');
  expect(reply).toMatchObject({ statusCode: 302, headers: { location: '/listings/1?from=mail' } });
});

test('a person who may be signed in gets the document that the browser renders', async () => {
  const { body, headers } = await get({ cookie: 'session=abc' });
  expect(body).toContain('<div id="root"></div>');
  expect(body).not.toContain(SERVED_READS_ID);
  expect(headers.vary).toContain('cookie');
});

test("people's text is only data: it neither ends its element nor replaces a placeholder", async () => {
  title = hostile;
  const { body } = await get();
  expect(body.match(/<script/g)).toHaveLength(1);
  expect(readsIn(body)).toMatchObject([{ reply: { title: hostile } }]);
});

test('a page that can’t be rendered is rendered by the browser', async () => {
  title = 'broken';
  expect(await get()).toMatchObject({
    statusCode: 200,
    body: expect.stringContaining('<div id="root"></div>'),
  });
});
