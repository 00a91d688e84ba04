import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { payoutTexts } from '#contract/payouts/payout-texts.ts';
import { withoutEndSlashes } from '#contract/wire/own-path.ts';
import { SERVED_READS_ID, type ServedRead } from '#contract/wire/served-reads.ts';
import { entityTagOf, namesTag } from '#server/infra/entity-tag.ts';

/** Placeholder for the public address in built files; `.invalid` can never be a real domain. */
const ADDRESS_PLACE = 'https://address.invalid';

/** A page's HTML, for the document's head and its root. */
export interface PageHtml {
  head: string;
  body: string;
}

const pageSchema = z.object({ head: z.string(), body: z.string() });

const manifestSchema = z.object({
  /** Each public page, rendered at build, by path. */
  pages: z.record(z.string(), pageSchema),
  missing: pageSchema,
  /** Head tags that preload a page's scripts together with the first ones, by the pattern of its path. */
  preloads: z.record(z.string(), z.string()),
});

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
  /** Whether the web app has a page at this path. */
  isApp(path: string): boolean;
  /** The document in which the browser renders the page at this path. */
  shell(path: string): Document;
  missing: Document;
  /** The page that the server rendered for this path, with the data that it was rendered from. */
  drawn(path: string, html: PageHtml, reads: readonly ServedRead[]): Document;
}

/** Reads the build in `webRoot` and inserts the public address; null when nothing is built. */
export function readDocuments(
  webRoot: string,
  address: string,
  { label = '', texts = {}, payouts = 'manual', posts = '' }: ServedFacts = {},
): Documents | null {
  const read = (name: string): string => readFileSync(join(webRoot, '.pages', name), 'utf8');
  if (!existsSync(join(webRoot, '.pages/pages.json'))) return null;
  const fill = (html: string): string =>
    html
      .replaceAll(ADDRESS_PLACE, address)
      .replaceAll(payoutTexts.manual, payoutTexts[payouts])
      .replace(/<!--text:(\w+)\.(\w+)-->/g, (_, name, part) => texts[name]?.[part] ?? '');
  const manifest = manifestSchema.parse(JSON.parse(read('pages.json')));
  const app = fill(read('app.html'))
    .replace('data-payouts="manual"', `data-payouts="${payouts}"`)
    .replace('data-posts=""', `data-posts="${posts}"`)
    .replace('<body>', () => `<body>${label}`);
  const shells = Object.entries(manifest.preloads).map(([pattern, tags]) => {
    const html = withHead(app, tags);
    return { pattern: toExpression(pattern), html, document: documentOf(html) };
  });
  const empty = { html: app, document: documentOf(app) };
  const find = (path: string) => shells.find(({ pattern }) => pattern.test(path));
  const rendered = (path: string, { head, body }: PageHtml): Document =>
    documentOf(withPage((find(path) ?? empty).html, { head: fill(head), body: fill(body) }));
  const pages = new Map(Object.entries(manifest.pages).map(([path, page]) => [path, rendered(path, page)]));
  return {
    paths: [...pages.keys()],
    page: (path) => pages.get(path === '/' ? path : withoutEndSlashes(path)),
    isApp: (path) => find(path) !== undefined,
    shell: (path) => (find(path) ?? empty).document,
    missing: rendered('', manifest.missing),
    drawn(path, { head, body }, reads) {
      const page = { head: head.replaceAll(ADDRESS_PLACE, address), body };
      const html = withPage((find(path) ?? empty).html, page);
      return documentOf(html.replace('</body>', () => `${readsElement(reads)}</body>`));
    },
  };
}

const withHead = (html: string, tags: string): string => html.replace('</head>', () => `${tags}</head>`);

/**
 * Returns the document of a page that is complete without scripts. The scripts are in a template, and
 * web/public/early.js loads them after the first paint.
 */
function withPage(shell: string, { head, body }: PageHtml): string {
  const scripts: string[] = [];
  const html = shell.replaceAll(
    /<(?:script type="module"|link rel="modulepreload")[^<>]*>(?:<\/script>)?/g,
    (tag) => {
      scripts.push(tag);
      return '';
    },
  );
  const [start = '', , end = ''] = html.split(/<\/?noscript>/);
  const later = `<template id="after-paint">${scripts.join('')}</template>`;
  return withHead(start + end, head).replace(
    '<div id="root"></div>',
    () => `<div id="root">${body}</div>${later}`,
  );
}

/**
 * The element contains JSON data, not a script. `<` is escaped, so nothing in the data can end the element.
 */
const readsElement = (reads: readonly ServedRead[]): string =>
  `<script type="application/json" id="${SERVED_READS_ID}">${JSON.stringify(reads).replaceAll('<', '\\u003c')}</script>`;

/** Converts a pattern like "/host/:id". A name matches within one segment; a trailing slash is accepted. */
const toExpression = (pattern: string): RegExp => new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}/?$`);

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
