import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PageHead } from '#contract/page-heads.ts';
import { type Documents, readDocuments, type ServedFacts, sendDocument } from './documents.ts';
import { builtRenderer, DrawnPages, type VisitorPage } from './drawn-pages.ts';
import { sendProblem } from './problem.ts';
import { forEncoding } from './security-headers.ts';
import { type ListedPaths, registerSitemap } from './sitemap.ts';
import { logUnknownPath } from './unknown-path.ts';

/** An address whose page is asked for. */
export interface Asked {
  path: string;
  /** Something stands behind a "?". */
  hasQuery: boolean;
}

/** What a page is about whose content the build can't know. */
export interface Described {
  head: PageHead;
  /** False when nobody has the name or id that the address holds. */
  found: boolean;
  /** How the server draws it for visitors; absent: the browser draws it. */
  visitors?: VisitorPage;
}

interface Options extends ServedFacts {
  webRoot: string;
  /** The public address: canonical links and the sitemap name it. */
  appUrl: string;
  /** Null for a path that needs no description. */
  describe(asked: Asked): Promise<Described | null>;
  /** The cookie without which somebody is a visitor. */
  sessionCookie: string;
  /** Whether the document at this path encodes video; its policy allows what that takes, and no other does. */
  encodes?(path: string): boolean;
  /** Addresses for the sitemap beside the pages that never change. */
  listed: ListedPaths;
}

/**
 * Serves the built web app: hashed assets for ever, public pages as the HTML that the build made, other pages as an
 * empty document with the right head, and any other path as the 404 page.
 */
export function registerPageRoutes(server: FastifyInstance, options: Options): void {
  const { webRoot, appUrl, label, texts = {}, payouts, posts } = options;
  const { describe, encodes, sessionCookie, listed } = options;
  const documents = readDocuments(webRoot, appUrl, { label, texts, posts, ...(payouts ? { payouts } : {}) });
  for (const [name, text] of Object.entries(texts)) {
    server.get(`/texts/${name}.json`, async (_request, reply) =>
      reply.header('cache-control', 'no-cache').send(text),
    );
  }
  const paths = label ? [] : (documents?.paths ?? []);
  registerSitemap(server, { appUrl, paths, listed: label ? null : listed });
  server.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?')[0]!;
    if (encoderScript.test(path) || encodes?.(path))
      reply.header(POLICY, forEncoding(String(reply.getHeader(POLICY))));
  });
  if (documents) serveFiles(server, webRoot);
  const render = builtRenderer(webRoot);
  const drawn = documents && render && new DrawnPages(documents, render);
  server.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0]!;
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    if (path.startsWith('/api/') || !isPage) {
      logUnknownPath(request);
      return sendProblem(reply, 'not_found');
    }
    if (!documents) {
      return reply.status(503).type('text/plain').send('The web app is not built. Run: npm run build');
    }
    return await sendPage(request, reply, { documents, drawn, path, describe, sessionCookie });
  });
}

const POLICY = 'content-security-policy';

/** A worker follows the policy that its own script came with, not that of the page. */
const encoderScript = /^\/assets\/encoder-[^/]+\.js$/;

/**
 * The files of the build, each with a route of its own: no other path is looked for on the disk. What begins with a dot
 * is the build's own.
 */
function serveFiles(server: FastifyInstance, webRoot: string): void {
  const hashed = join(webRoot, 'assets') + sep;
  server.register(fastifyStatic, {
    root: webRoot,
    wildcard: false,
    globIgnore: ['**/*.{br,gz}'],
    index: false,
    preCompressed: true,
    decorateReply: false,
    cacheControl: false,
    setHeaders(reply, file) {
      // Its name tells its content, so a browser may keep it for ever.
      const forever = file.startsWith(hashed);
      reply.setHeader('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
      reply.setHeader('vary', 'accept-encoding');
    },
  });
}

interface Sending extends Pick<Options, 'describe' | 'sessionCookie'> {
  documents: Documents;
  drawn: DrawnPages | null;
  path: string;
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { documents, drawn, path, describe, sessionCookie }: Sending,
): Promise<FastifyReply> {
  const page = documents.page(path);
  if (page) return sendDocument(request, reply, page);
  // The page itself says what it can't load; what the server adds is no reason to show none.
  const without = (why: string) => (error: unknown) => {
    request.log.error({ err: error }, why);
    return null;
  };
  const described = await describe({ path, hasQuery: request.url !== path }).catch(
    without('a page could not be described'),
  );
  const { head = null, found = true, visitors } = described ?? {};
  if (!head || !found) reply.header('x-robots-tag', 'noindex');
  // Visitors and members get different documents at these addresses.
  const vary = 'accept-encoding, cookie';
  if (drawn && visitors && !(sessionCookie in request.cookies)) {
    const document = await drawn.get(path, visitors).catch(without('a page could not be drawn'));
    if (document) return sendDocument(request, reply, document, { vary });
  }
  if (head) {
    const document = documents.shellFor(head, { path, indexed: found });
    return sendDocument(request, reply, document, { status: found ? 200 : 404, vary });
  }
  if (documents.isApp(path)) return sendDocument(request, reply, documents.shell(path));
  logUnknownPath(request);
  return sendDocument(request, reply, documents.missing, { status: 404 });
}
