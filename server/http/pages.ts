import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Documents, readDocuments, type ServedFacts, sendDocument } from './documents.ts';
import { builtRenderer, DrawnPages, type VisitorPage } from './drawn-pages.ts';
import { sendProblem } from './problem.ts';
import { forEncoding } from './security-headers.ts';
import { type ListedPaths, registerSitemap } from './sitemap.ts';
import { logUnknownPath } from './unknown-path.ts';

/** The URL of a requested page. */
export interface Asked {
  path: string;
  /** Whether the URL has a query. */
  hasQuery: boolean;
}

interface Options extends ServedFacts {
  webRoot: string;
  /** The public address, used in canonical links and the sitemap. */
  appUrl: string;
  /**
   * Finds the page that the server renders for visitors; null if the browser renders it, and `unknown` when
   * nothing has the name or id in the URL.
   */
  findPage(asked: Asked): Promise<VisitorPage | 'unknown' | null>;
  /** The name of the session cookie; a request without this cookie is a visitor's. */
  sessionCookie: string;
  /**
   * Whether the document at this path encodes video. Only such a document's policy allows WebAssembly and
   * workers made of blobs.
   */
  encodes?(path: string): boolean;
  /** URLs in the sitemap besides the fixed pages. */
  listed: ListedPaths;
}

/**
 * Serves the built web app. Hashed assets are cached for ever. Public pages are the build's HTML; other pages
 * are an empty document with the right head. Any other path gets the 404 page.
 */
export function registerPageRoutes(server: FastifyInstance, options: Options): void {
  const { webRoot, appUrl, label, texts = {}, payouts, posts } = options;
  const { findPage, encodes, sessionCookie, listed } = options;
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
    return await sendPage(request, reply, { documents, drawn, path, findPage, sessionCookie });
  });
}

const POLICY = 'content-security-policy';

/** A worker obeys the policy that is sent with its own script, not the page's. */
const encoderScript = /^\/assets\/encoder-[^/]+\.js$/;

/**
 * Serves the build's files, each with its own route, so that no other path is searched on the disk. Files
 * whose name begins with a dot belong to the build and are not served.
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
      // The name contains a hash of the content, so a browser may cache it for ever.
      const forever = file.startsWith(hashed);
      reply.setHeader('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
      reply.setHeader('vary', 'accept-encoding');
    },
  });
}

interface Sending extends Pick<Options, 'findPage' | 'sessionCookie'> {
  documents: Documents;
  drawn: DrawnPages | null;
  path: string;
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { documents, drawn, path, findPage, sessionCookie }: Sending,
): Promise<FastifyReply> {
  const page = documents.page(path);
  // If the server can't add its content, it sends the page without it. The browser then requests the data and
  // reports an error.
  const without = (why: string) => (error: unknown) => {
    request.log.error({ err: error }, why);
    return null;
  };
  const found = await findPage({ path, hasQuery: request.url !== path }).catch(
    without('a page could not be described'),
  );
  if (!page && (!found || found === 'unknown')) reply.header('x-robots-tag', 'noindex');
  else if (found && found !== 'unknown' && found.at !== path)
    return reply.redirect(found.at + request.url.slice(path.length));
  // Visitors and members get different documents at these URLs.
  const vary = found ? 'accept-encoding, cookie' : 'accept-encoding';
  if (drawn && found && found !== 'unknown' && !(sessionCookie in request.cookies)) {
    const document = await drawn.get(found).catch(without('a page could not be drawn'));
    if (document) return sendDocument(request, reply, document, { vary });
  }
  if (page) return sendDocument(request, reply, page, { vary });
  if (found || documents.isApp(path)) {
    return sendDocument(request, reply, documents.shell(path), {
      status: found === 'unknown' ? 404 : 200,
      vary,
    });
  }
  logUnknownPath(request);
  return sendDocument(request, reply, documents.missing, { status: 404 });
}
