import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, StepFailed } from './project.mjs';

const members = ['routes/connected.tsx', 'routes/area.tsx'];

/**
 * The layout modules that load with each page of an area. The area is the first segment of the page's path,
 * or the folder of its module in web/routes.
 */
export const layouts = {
  public: ['routes/public/area.tsx'],
  ...{ explore: members, listings: members, clips: members },
  auth: ['routes/connected.tsx'],
  host: [...members, 'routes/host/area.tsx'],
  clipper: [...members, 'routes/clipper/area.tsx'],
  admin: [...members, 'routes/admin/admin-only.tsx'],
};

/** Matches admin pages whose routes are made from the list of views. */
const VIEW = /^\/admin\/[\w-]+$/;

/** Matches the sections of the settings, whose routes are made from the list of sections. */
const SETTINGS = /^\/(host|clipper)\/settings(?:\/[\w-]+)?$/;

const publicPages = rowsOf('table.tsx');
const memberPages = rowsOf('member-table.tsx');

/** Returns the module of each page in a table of routes, by path pattern. */
function rowsOf(table) {
  const rows = readFileSync(join(root, 'web/routes', table), 'utf8').matchAll(
    /\bpage\(\s*'([^']+)',[\s\S]*?import\('\.\/([^']+)'\)/g,
  );
  return new Map([...rows].map(([, pattern, file]) => [pattern, `routes/${file}`]));
}

/**
 * Returns the modules that a browser needs for a page: its layout and the page.
 * @param pattern the page's path in a table of routes
 * @throws StepFailed when no page is known
 */
export function modulesOf(pattern) {
  const [, first] = pattern.split('/');
  const made = SETTINGS.test(pattern)
    ? `routes/${first}/settings-page.tsx`
    : VIEW.test(pattern) && 'routes/admin/view-page.tsx';
  const page = publicPages.get(pattern) ?? memberPages.get(pattern) ?? made;
  if (!page) throw new StepFailed(`web/routes has no page at ${pattern} as page(…).`);
  // The studio uses the whole window.
  const layout = pattern === '/clipper/studio/:listing' ? undefined : layouts[first];
  return [...(layout ?? layouts[publicPages.has(pattern) ? 'public' : 'auth']), page];
}
