import type { FastifyInstance } from 'fastify';
import { escapeXml } from '#server/infra/markup.ts';
import { sendProblem } from './problem.ts';

/** Paths that change over time, in a stable order. */
export interface ListedPaths {
  count(): Promise<number>;
  read(part: { skip: number; most: number }): Promise<string[]>;
}

/** Addresses per file; search engines accept 50,000. */
const MOST_PER_FILE = 20_000;
const KEPT_MS = 60_000;

interface Options {
  appUrl: string;
  /** The fixed pages. */
  paths: readonly string[];
  /** The paths to list; null when search engines must list nothing. */
  listed: ListedPaths | null;
  mostPerFile?: number;
}

/** Serves robots.txt and the sitemap, which is one file, or an index of several. */
export function registerSitemap(
  server: FastifyInstance,
  { appUrl, paths, listed, mostPerFile = MOST_PER_FILE }: Options,
): void {
  const text = 'text/plain; charset=utf-8';
  server.get('/robots.txt', async (_request, reply) =>
    reply.type(text).send(robots + (listed ? `\nSitemap: ${appUrl}/sitemap.xml\n` : '')),
  );
  const xml = 'application/xml; charset=utf-8';
  const files = keptFor(KEPT_MS);
  const fileAt = (number: number) =>
    files(String(number), async () => {
      const read = await listed?.read({ skip: (number - 1) * mostPerFile, most: mostPerFile });
      return urlset(appUrl, [...(number === 1 ? paths : []), ...(read ?? [])]);
    });
  server.get('/sitemap.xml', async (_request, reply) =>
    reply.type(xml).send(
      await files('index', async () => {
        const count = Math.ceil(((await listed?.count()) ?? 0) / mostPerFile);
        return count > 1 ? index(appUrl, count) : await fileAt(1);
      }),
    ),
  );
  server.get<{ Params: { file: string } }>('/sitemaps/:file', async (request, reply) => {
    const number = Number(/^([1-9]\d{0,3})\.xml$/.exec(request.params.file)?.[1]);
    const count = Math.ceil(((await listed?.count()) ?? 0) / mostPerFile);
    if (!(number <= count)) return sendProblem(reply, 'not_found');
    return reply.type(xml).send(await fileAt(number));
  });
}

/** Returns a function that caches each text for this time. */
function keptFor(ms: number) {
  const known = new Map<string, { at: number; text: Promise<string> }>();
  return (name: string, make: () => Promise<string>): Promise<string> => {
    const found = known.get(name);
    if (found && performance.now() - found.at < ms) return found.text;
    const text = make();
    known.set(name, { at: performance.now(), text });
    text.catch(() => known.delete(name));
    return text;
  };
}

/** Robots may fetch private pages, because each such page says that it must not be listed. */
const robots = 'User-agent: *\nDisallow: /api/\nDisallow: /dev/\n';

const document = (name: string, rows: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${rows.join('\n')}\n</${name}>\n`;

const urlset = (appUrl: string, paths: readonly string[]): string =>
  document(
    'urlset',
    paths.map((path) => `  <url><loc>${escapeXml(new URL(path, appUrl).href)}</loc></url>`),
  );

const index = (appUrl: string, files: number): string =>
  document(
    'sitemapindex',
    Array.from({ length: files }, (_, at) => {
      const address = escapeXml(`${appUrl}/sitemaps/${at + 1}.xml`);
      return `  <sitemap><loc>${address}</loc></sitemap>`;
    }),
  );
