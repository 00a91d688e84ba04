import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { type RouteObject, StaticRouter, useRoutes } from 'react-router';
import { routes } from '#contract/routes.ts';
import type { RouteSpec } from '#contract/wire/route.ts';
import { NowProvider } from '#web/ui/texts/use-now.tsx';
import type { ApiError, InputOf, ReplyOf } from '../api/client.ts';
import { keyOf } from '../api/query.ts';
import { createQueryClient } from '../api/query-client.ts';
import type { GuardedSession } from '../features/accounts/session.ts';
import { memberTable } from '../routes/member-table.tsx';
import { publicPages, readTable, routeTable } from '../routes/table.tsx';

// Guarded areas use browser globals that Node lacks.
if (!('navigator' in globalThis))
  Object.defineProperty(globalThis, 'navigator', { value: { userAgent: 'test' }, configurable: true });

/** The reply to one call: a query key and its cached data, or the error of the call. */
export type Answer = [key: string[], data: unknown];

/** A reply of a route, in code form. */
export const answer = <S extends RouteSpec>(spec: S, input: InputOf<S>, reply: ReplyOf<S>): Answer => [
  keyOf(spec, input),
  reply,
];

/** A failed call of a route. */
export const failure = <S extends RouteSpec>(spec: S, input: InputOf<S>, error: ApiError): Answer => [
  keyOf(spec, input),
  error,
];

/** The first and only page of a cursor-paged call. */
export const answerPage = <S extends RouteSpec>(spec: S, input: InputOf<S>, reply: ReplyOf<S>): Answer => [
  [...keyOf(spec, input), 'pages'],
  { pages: [reply], pageParams: [null] },
];

/** The session of a person of this role who completed onboarding; `null` is a visitor. */
export function signedIn(
  role: 'host' | 'clipper' | 'admin' | null,
  user: Partial<GuardedSession['user']> = {},
): Answer {
  const person = {
    id: '01900000-0000-7000-8000-000000000001',
    email: 'tess@people.example',
    role,
    username: 'tess',
    avatarUrl: null,
    isDemo: false,
    isShared: false,
    needsSecondFactor: false,
    hasPassword: true,
    onboardingCompleted: true,
    ...user,
  };
  const now = new Date('2026-11-21T12:00:00Z');
  return answer(routes.session, {}, { user: role && person, demo: true, googleSignIn: false, now });
}

export interface Screen {
  html: string;
  /** Plain text with single spaces. */
  text: string;
  /** The text of each table cell, row by row, without heads. */
  rows: string[][];
}

/** Renders a page with these replies in its query cache. */
export const screen = (path: string, answers: Answer[]): Promise<Screen> => rendered(<Page />, answers, path);

/** Renders a part of a page with these replies. */
export async function rendered(part: ReactNode, answers: Answer[], path = '/'): Promise<Screen> {
  const client = createQueryClient();
  for (const [key, data] of answers) {
    if (data instanceof Error) fail(client, key, data);
    else client.setQueryData(key, data);
  }
  const { prelude } = await prerender(
    <QueryClientProvider client={client}>
      <NowProvider offsetMs={0}>
        <StaticRouter location={path}>{part}</StaticRouter>
      </NowProvider>
    </QueryClientProvider>,
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  client.clear();
  const html = await new Response(prelude).text();
  return { html, text: plain(html), rows: rowsOf(html) };
}

/** Stores a failed call. Disables the retry on mount, which would show the call as loading. */
function fail(client: QueryClient, queryKey: string[], error: Error): void {
  const { queries } = client.getDefaultOptions();
  client.setDefaultOptions({ queries: { ...queries, retryOnMount: false } });
  client
    .getQueryCache()
    .build(client, { queryKey })
    .setState({ status: 'error', error, fetchFailureReason: error });
}

const connected = publicPages.find(({ children }) =>
  children?.some(({ path }) => path === '/support'),
)?.element;

/** The route table without the route that creates its own cache. */
const bare = (rows: RouteObject[]): RouteObject[] =>
  rows.map((row): RouteObject => {
    const element = row.element === connected ? undefined : row.element;
    if (row.index) return { ...row, element };
    return { ...row, element, ...(row.children ? { children: bare(row.children) } : {}) };
  });

const Page = () => useRoutes(bare([...memberTable, ...readTable, ...routeTable]));

/** The text that a reader sees, with single spaces. */
export const plain = (html: string): string =>
  html
    .replace(/<!--.*?-->/g, '')
    // Puts the parts of a moment on one line.
    .replace(/<time[^>]*>(.*?)<\/time>/gs, (_, moment: string) => ` ${moment.replace(/<[^>]*>/g, '')} `)
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');

const rowsOf = (html: string): string[][] =>
  [...html.matchAll(/<tr[\s\S]*?<\/tr>/g)]
    .map(([row]) => [...row.matchAll(/<td[\s\S]*?<\/td>/g)].map(([cell]) => plain(cell).trim()))
    .filter((cells) => cells.length > 0);

const asideOf = (html: string): string => /<aside[\s\S]*?<\/aside>/.exec(html)?.[0] ?? '';

/** The text of the sidebar without the page. */
export const sidebarText = (html: string): string => plain(asideOf(html));

/** Address and text of each link in the sidebar's navigation. */
export const sidebarOf = (html: string): string[][] => {
  const [items = ''] = /<nav[\s\S]*?<\/nav>/.exec(asideOf(html)) ?? [];
  return [...items.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)].map(([, to, inner]) => [
    to!,
    plain(inner!).trim(),
  ]);
};
