import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { type RouteObject, StaticRouter } from 'react-router';
import type { ServedRead } from '#contract/wire/served-reads.ts';
import { ServedReadsContext } from './api/served-reads.ts';
import { App } from './app.tsx';
import { publicPages } from './routes/table.tsx';

// Imported dynamically, so that its pages stay separate scripts, as in the browser.
const { memberTable } = await import('./routes/member-table.tsx');

/** Every public page with a fixed address, in the order of the route table. */
export const publicPaths: string[] = publicPages.flatMap(pathsIn).filter((path) => !path.includes(':'));

/** The patterns of all other addresses that have a page; `:name` stands for one segment. */
export const appPatterns: string[] = [...publicPages, ...memberTable]
  .flatMap(pathsIn)
  .filter((path) => !publicPaths.includes(path));

function pathsIn({ path, children = [] }: RouteObject): string[] {
  return [...(path === undefined ? [] : [path]), ...children.flatMap(pathsIn)];
}

/** A page as HTML for the document's head and its root. */
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
      // Without streaming, because its inline scripts violate the content policy.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
    },
  );
  const html = await new Response(prelude).text();
  if (failures.length > 0) throw failures[0];
  // React puts title, meta and link before everything else.
  const [head = ''] = /^(?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)*/.exec(html) ?? [];
  const body = html.slice(head.length);
  if (body.includes('<script'))
    throw new Error(`The page ${path} needs an inline script, which is not allowed.`);
  return { head, body };
}
