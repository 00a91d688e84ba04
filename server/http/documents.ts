import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { payoutTexts } from '#contract/payouts/payout-texts.ts';
import { withoutEndSlashes } from '#contract/wire/own-path.ts';
import type { PageHead } from '#contract/wire/page-heads.ts';
import { SERVED_READS_ID, type ServedRead } from '#contract/wire/served-reads.ts';
import { entityTagOf, namesTag } from '#server/infra/entity-tag.ts';
import { escapeHtml } from '#server/infra/markup.ts';

/** Placeholder for the public address in built files; `.invalid` can never be a real domain. */
const ADDRESS_PLACE = 'https://address.invalid';

/**
 * The build's manifest: a file for each public path, the patterns of all other paths, and scripts to preload.
 */
const manifestSchema = z.object({
  pages: z.record(z.string(), z.string()),
  patterns: z.array(z.string()),
  /** For each path pattern, head tags that preload the page's own scripts together with the first ones. */
  preloads: z.record(z.string(), z.string()).default({}),
  /** For each name, the document around a page that the server renders for visitors. */
  drawn: z.record(z.string(), z.string()).default({}),
});

/** A page's HTML, for the document's head and its root. */
export interface PageHtml {
  head: string;
  body: string;
}

/** An HTML document in every encoding that browsers accept. */
export interface Document {
  etag: string;
  plain: Buffer;
  gzip: Buffer;
  brotli: Buffer;
}

/** HTML for the build's placeholders, by name and part. */
export type ServedTexts = Record<string, Record<string, string>>;

/** Facts that the build can't know and has placeholders for. */
export interface ServedFacts {
  /** HTML above every page of a system that search engines must not list; absent: an ordinary system. */
  label?: string | undefined;
  /**
   * HTML for the placeholders `<!--text:name.part-->`. A browser that renders such a page receives it too.
   */
  texts?: ServedTexts;
  /** The way in which payouts are sent. */
  payouts?: keyof typeof payoutTexts;
  /**
   * URL of the page that shows a simulated post, which is named by `?url=`; absent when posts are opened on
   * their platform.
   */
  posts?: string | undefined;
}

export interface Documents {
  /** Paths of the pre-rendered pages, in the order of the sitemap. */
  paths: string[];
  /** The pre-rendered page at this path; undefined when there is none. */
  page(path: string): Document | undefined;
  /** Whether a page of the web app, not pre-rendered, exists at this path. */
  isApp(path: string): boolean;
  /** The document in which the browser renders the page at this path; search engines don't list it. */
  shell(path: string): Document;
  missing: Document;
  /**
   * Like `shell`, with a page's title and description. `indexed` is set if search engines may list the page.
   */
  shellFor(head: PageHead, options: { path: string; indexed: boolean }): Document;
  /** The page that the server rendered under this name, with the data that it was rendered from. */
  drawn(name: string, html: PageHtml, reads: readonly ServedRead[]): Document;
}

/** Reads the build in `webRoot` and inserts the public address; null when nothing is built. */
export function readDocuments(
  webRoot: string,
  address: string,
  { label = '', texts = {}, payouts = 'manual', posts = '' }: ServedFacts = {},
): Documents | null {
  const folder = join(webRoot, '.pages');
  if (!existsSync(join(folder, 'pages.json'))) return null;
  const read = (name: string): string =>
    readFileSync(join(folder, name), 'utf8')
      .replaceAll(ADDRESS_PLACE, address)
      .replaceAll(payoutTexts.manual, payoutTexts[payouts])
      .replace('data-payouts="manual"', `data-payouts="${payouts}"`)
      .replace('data-posts=""', `data-posts="${posts}"`)
      .replace('<body>', () => `<body>${label}`)
      .replace(/<!--text:(\w+)\.(\w+)-->/g, (_, name, part) => texts[name]?.[part] ?? '');
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'pages.json'), 'utf8')));
  const pages = new Map(Object.entries(manifest.pages).map(([path, file]) => [path, documentOf(read(file))]));
  const patterns = manifest.patterns.map(toExpression);
  const app = read('app.html');
  const doors = Object.entries(manifest.preloads).map(
    ([pattern, tags]) => [toExpression(pattern), withHead(app, tags)] as const,
  );
  const shellAt = (path: string): string => doors.find(([pattern]) => pattern.test(path))?.[1] ?? app;
  const shells = new Map(
    [app, ...doors.map(([, html]) => html)].map((html) => [html, documentOf(withHead(html, NO_INDEX))]),
  );
  const drawn = new Map(Object.entries(manifest.drawn).map(([name, file]) => [name, read(file)]));
  return {
    paths: [...pages.keys()],
    page: (path) => pages.get(path === '/' ? path : withoutEndSlashes(path)),
    isApp: (path) => patterns.some((pattern) => pattern.test(path)),
    shell: (path) => shells.get(shellAt(path))!,
    missing: documentOf(read('missing.html')),
    shellFor: (head, { path, indexed }) =>
      documentOf(withHead(shellAt(path), headTags(head, address + path) + (indexed ? '' : NO_INDEX))),
    drawn(name, { head, body }, reads) {
      const parts: Record<string, string> = {
        head: head.replaceAll(ADDRESS_PLACE, address),
        page: body,
      };
      const html = drawn.get(name)!.replace(/<!--(head|page)-->/g, (_, part) => parts[part]!);
      return documentOf(html.replace('</body>', () => `${readsElement(reads)}</body>`));
    },
  };
}

/**
 * The element contains JSON data, not a script. `<` is escaped, so nothing in the data can end the element.
 */
const readsElement = (reads: readonly ServedRead[]): string =>
  `<script type="application/json" id="${SERVED_READS_ID}">${JSON.stringify(reads).replaceAll('<', '\\u003c')}</script>`;

const NO_INDEX = '<meta name="robots" content="noindex" data-served>';

const withHead = (html: string, tags: string): string => html.replace('</head>', () => `${tags}</head>`);

/** Returns head tags with a mark by which the web app finds and replaces them. */
function headTags({ title, description, picture, alternates = [] }: PageHead, url: string): string {
  const address = new URL(url).origin;
  const [safeTitle, safeText, safeUrl] = [title, description, url].map(escapeHtml);
  return [
    `<title data-served>${safeTitle}</title>`,
    `<meta name="description" content="${safeText}" data-served>`,
    `<link rel="canonical" href="${safeUrl}" data-served>`,
    '<meta property="og:type" content="website" data-served>',
    '<meta property="og:site_name" content="Permille" data-served>',
    `<meta property="og:title" content="${safeTitle}" data-served>`,
    `<meta property="og:description" content="${safeText}" data-served>`,
    `<meta property="og:url" content="${safeUrl}" data-served>`,
    `<meta property="og:image" content="${escapeHtml(address + (picture ?? '/og.png'))}" data-served>`,
    '<meta name="twitter:card" content="summary_large_image" data-served>',
    ...alternates.map(
      (one) =>
        `<link rel="alternate" type="${one.type}" title="${escapeHtml(one.title)}" href="${escapeHtml(one.href(address))}" data-served>`,
    ),
  ].join('');
}

/** Converts a pattern like "/host/:id", in which a name matches one segment. A trailing slash is accepted. */
function toExpression(pattern: string): RegExp {
  const parts = pattern
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[^\w-]/g, '\\$&')));
  return new RegExp(`^${parts.join('/')}/?$`);
}

function documentOf(html: string): Document {
  const plain = Buffer.from(html);
  return {
    etag: entityTagOf(plain),
    plain,
    gzip: gzipSync(plain),
    brotli: brotliCompressSync(plain, { params: { [zlib.BROTLI_PARAM_QUALITY]: 5 } }),
  };
}

/**
 * Sends a document in the best encoding that the browser accepts. Answers 304 when the browser already has
 * the document.
 */
export function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  document: Document,
  { status = 200, vary = 'accept-encoding' } = {},
): FastifyReply {
  reply
    .status(status)
    .type('text/html; charset=utf-8')
    .headers({ 'cache-control': 'no-cache', vary, etag: document.etag });
  if (status === 200 && namesTag(request.headers['if-none-match'], document.etag))
    return reply.status(304).send();
  const takes = String(request.headers['accept-encoding'] ?? '');
  if (/\bbr\b/.test(takes)) return reply.header('content-encoding', 'br').send(document.brotli);
  if (/\bgzip\b/.test(takes)) return reply.header('content-encoding', 'gzip').send(document.gzip);
  return reply.send(document.plain);
}
