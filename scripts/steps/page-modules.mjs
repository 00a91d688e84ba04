import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { areas } from './areas.mjs';
import { root, StepFailed } from './project.mjs';

/** Matches a page's script in the table of routes. */
const ROUTE = /path: '([^']+)',\s*element: lazyPage\(async \(\) => [\s\S]*?import\('\.\/([^']+)'\)/g;
const table = readFileSync(join(root, 'web/routes/member-table.tsx'), 'utf8');
const pages = new Map([...table.matchAll(ROUTE)].map(([, pattern, file]) => [pattern, `routes/${file}`]));

/** Matches URLs that only redirect to the page of a clip. */
const LEADS_ON = /^\/\w+\/submissions\/:id$/;
/** Matches URLs of admin pages that `view-page.tsx` renders, which have no separate route. */
const VIEW = /^\/admin\/[\w-]+$/;

/**
 * Returns the modules of a page that browsers render: its layout and the page. The page is named by its URL
 * pattern.
 * @throws StepFailed when no page is known
 */
export function modulesOf(pattern) {
  if (pattern === '/listings/:id') return ['routes/area.tsx', 'routes/public/listing-page.tsx'];
  if (LEADS_ON.test(pattern)) return around(pattern);
  const page = pages.get(pattern) ?? (VIEW.test(pattern) ? 'routes/admin/view-page.tsx' : null);
  if (!page) throw new StepFailed(`web/routes/member-table.tsx has no page at ${pattern} as lazyPage(…).`);
  return [...around(pattern), page];
}

function around(pattern) {
  if (pattern === '/clips/:id') return ['routes/member-table.tsx', 'routes/area.tsx'];
  const [, first] = pattern.split('/');
  // The studio uses the whole window, and the sign-in pages have no area.
  const area = pattern === '/clipper/studio/:listing' ? undefined : areas[first];
  return area ?? ['routes/member-table.tsx'];
}
