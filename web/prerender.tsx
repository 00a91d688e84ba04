import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { type RouteObject, StaticRouter } from 'react-router';
import type { ServedRead } from '#contract/wire/served-reads.ts';
import { ServedReadsContext } from './api/served-reads.ts';
import { App } from './app.tsx';
import { profile, publicPages, routeTable } from './routes/table.tsx';

/** Every public page with a fixed address, in the order of the route table. */
export const publicPaths: string[] = publicPages.flatMap(pathsIn).filter((path) => !path.includes(':'));

/** The patterns of all other addresses that have a page. `:name` is a placeholder for one segment. */
export const appPatterns: string[] = [...routeTable, profile]
  .flatMap(pathsIn)
  .filter((path) => path !== '*' && !publicPaths.includes(path));

function pathsIn({ path, children = [] }: RouteObject): string[] {
  return [...(path === undefined ? [] : [path]), ...children.flatMap(pathsIn)];
}

/** The HTML of a page, for the document's head and its root element. */
export interface PageHtml {
  head: string;
  body: string;
}

/**
 * Renders the page at this path, waiting for everything that it loads.
 * @param reads replies for a visitor; without them a page that needs data waits for it
 * @throws when the page throws
 */
export async function renderPage(path: string, reads: readonly ServedRead[] = []): Promise<PageHtml> {
  const failures: unknown[] = [];
  const { prelude } = await prerender(
    <StrictMode>
      <ServedReadsContext value={reads}>
        <StaticRouter location={path}>
          <App />
        </StaticRouter>
      </ServedReadsContext>
    </StrictMode>,
    {
      onError: (error) => void failures.push(error),
      // The page is rendered without streaming, because the inline scripts of streaming violate the content
      // policy.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
    },
  );
  const html = await new Response(prelude).text();
  if (failures.length > 0) throw failures[0];
  // React renders title, meta and link elements before all others.
  const [head = ''] = /^(?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)*/.exec(html) ?? [];
  const body = html.slice(head.length);
  if (body.includes('<script'))
    throw new Error(`The page ${path} needs an inline script, which is not allowed.`);
  return { head, body };
}
