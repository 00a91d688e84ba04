import type { RouteObject } from 'react-router';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ServedRead } from '#contract/wire/served-reads.ts';
import { appPatterns, type PageHtml, publicPaths, renderPage } from './prerender.tsx';
import { routeTable } from './routes/table.tsx';

const pages = new Map<string, PageHtml>();

beforeAll(async () => {
  for (const path of publicPaths) pages.set(path, await renderPage(path));
});

const unescaped = (text: string): string =>
  text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#x27;', "'");
const first = (html: string, pattern: RegExp): string => unescaped(pattern.exec(html)?.[1] ?? '');
const titleOf = ({ head }: PageHtml) => first(head, /<title>([^<]*)</);
const contentOf = ({ head }: PageHtml, name: string) =>
  first(head, new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`));

test('the public pages of the specification, the takedown form and Explore are rendered beforehand', () => {
  expect([...publicPaths].sort()).toEqual(
    [
      '/',
      '/platform',
      '/how-it-works',
      '/pricing',
      '/success-stories',
      '/support',
      '/help-center',
      '/contact',
      '/community',
      '/terms',
      '/privacy',
      '/cookies',
      '/explore',
      '/takedown',
      '/verify',
      '/promise',
      '/docs/api',
      '/docs/errors',
    ].sort(),
  );
});

describe.each(publicPaths)('%s', (path) => {
  const page = () => pages.get(path)!;

  test('has its own title and description, short enough for search results', () => {
    expect(titleOf(page()).length).toBeLessThanOrEqual(60);
    expect(titleOf(page())).toMatch(/^Permille · | · Permille$/);
    const description = contentOf(page(), 'description');
    expect(description.length).toBeGreaterThanOrEqual(50);
    expect(description.length).toBeLessThanOrEqual(160);
    for (const [other, html] of pages) {
      if (other === path) continue;
      expect(titleOf(html)).not.toBe(titleOf(page()));
      expect(contentOf(html, 'description')).not.toBe(description);
    }
  });

  test('names its canonical address and the preview of a shared link', () => {
    const address = `https://address.invalid${path}`;
    expect(first(page().head, /<link rel="canonical" href="([^"]*)"/)).toBe(address);
    expect(contentOf(page(), 'og:url')).toBe(address);
    expect(contentOf(page(), 'og:title')).toBe(titleOf(page()));
    expect(contentOf(page(), 'og:description')).toBe(contentOf(page(), 'description'));
    expect(contentOf(page(), 'og:image')).toBe('https://address.invalid/og.png');
    expect(page().head).not.toContain('robots');
  });

  test('is readable without scripts: one heading, its text in order, no script inside', () => {
    const { body } = page();
    expect(body.match(/<h1\b/g)).toHaveLength(1);
    expect(body).toContain('<main');
    expect(body).not.toContain('<script');
    // Text that the server inserts when it starts is tested with the texts (server/texts.test.ts).
    if (!body.includes('<!--text:'))
      expect(body.replace(/<[^>]*>/g, ' ').split(/\s+/).length).toBeGreaterThan(120);
    const levels = [...body.matchAll(/<h([1-6])\b/g)].map(([, level]) => Number(level));
    const skips = levels.filter((level, at) => at > 0 && level > levels[at - 1]! + 1);
    expect(skips).toEqual([]);
  });

  test('links only to existing pages', () => {
    const patterns = [...publicPaths, ...appPatterns].map(
      (known) => new RegExp(`^${known.replace(/:\w+/g, '[^/]+')}$`),
    );
    const links = [...page().body.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => unescaped(href!));
    const paths = links.filter((href) => !href.startsWith('#')).map((href) => href.split(/[?#]/)[0]!);
    expect(paths.filter((to) => !patterns.some((pattern) => pattern.test(to)))).toEqual([]);
    const anchors = links.filter((href) => href.startsWith('#')).map((href) => href.slice(1));
    expect(anchors.filter((id) => !page().body.includes(`id="${id}"`))).toEqual([]);
  });
});

test('the scripts of each page can be fetched before it is rendered', () => {
  const elements = (rows: RouteObject[]): unknown[] =>
    rows.flatMap(({ element, children = [] }) => [element, ...elements(children)]);
  for (const element of elements(routeTable.filter(({ path }) => path !== '*')))
    expect(element).toHaveProperty('type.load', expect.any(Function));
});

test('the 404 page asks search engines not to index it, and has no canonical address', async () => {
  const { head, body } = await renderPage('/no/such/page');
  expect(head).toContain('<meta name="robots" content="noindex"/>');
  expect(head).not.toContain('canonical');
  expect(body).toContain('Oops! Page not found');
});

describe('a page that the server renders for a visitor', () => {
  const session: ServedRead = {
    route: 'session',
    params: {},
    reply: { user: null, demo: true, googleSignIn: false, now: '1970-01-01T00:00:00.000Z' },
  };
  const unknown = { medianHoursToDecide: null, approvedShare: null, rejections: null, paidShare: null };
  const host = (avatarUrl: string | null): ServedRead => ({
    route: 'publicProfile',
    params: { username: 'tess' },
    reply: {
      ...{ username: 'tess', role: 'host', avatarUrl, earnedMicros: '0', activeListings: 0 },
      ...{ approvedClips: 20, totalViews: 847_293, listings: [], decidedClips: null, topClips: null },
      reliability: { ...unknown, rejectReasons: [], holds: null },
    },
  });

  test('is complete, with its head and the entrance', async () => {
    const { head, body } = await renderPage('/@tess', [session, host(null)]);
    expect(titleOf({ head, body })).toBe('@tess · Permille');
    expect(first(head, /<link rel="canonical" href="([^"]*)"/)).toBe('https://address.invalid/@tess');
    expect(body).toContain('Total paid to clippers');
    expect(body).toContain('Sign Up');
    expect(body).not.toContain('aria-busy');
  });

  test('contains nothing of a page that is rendered for somebody else at the same time', async () => {
    const [one, other] = await Promise.all([
      renderPage('/@tess', [session, host('/media/one.jpg')]),
      renderPage('/@tess', [session, host('/media/other.jpg')]),
    ]);
    expect([one.body.includes('one.jpg'), one.body.includes('other.jpg')]).toEqual([true, false]);
    expect([other.body.includes('one.jpg'), other.body.includes('other.jpg')]).toEqual([false, true]);
  });

  test('begins the sign-up with its first step, and links to a demo', async () => {
    const { head, body } = await renderPage('/auth', [session]);
    expect(titleOf({ head, body })).toBe('Sign up · Permille');
    expect(body).toContain('Choose your account type');
    expect(body).toContain('Demo host');
  });
});
