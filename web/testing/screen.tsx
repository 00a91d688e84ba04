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
import { connected, routeTable } from '../routes/table.tsx';

// Guarded areas use globals of browsers that Node lacks.
if (!('navigator' in globalThis))
  Object.defineProperty(globalThis, 'navigator', { value: { userAgent: 'test' }, configurable: true });

/** The reply to one call: its query key, and the cached data or the call's error. */
export type Answer = [key: string[], data: unknown];

/** Returns the reply of a route, with values as in code. */
export const answer = <S extends RouteSpec>(spec: S, input: InputOf<S>, reply: ReplyOf<S>): Answer => [
  keyOf(spec, input),
  reply,
];

/** Returns the failure of a route's call. */
export const failure = <S extends RouteSpec>(spec: S, input: InputOf<S>, error: ApiError): Answer => [
  keyOf(spec, input),
  error,
];

/** Returns the reply of a route with cursor paging, as its first and only page. */
export const answerPage = <S extends RouteSpec>(spec: S, input: InputOf<S>, reply: ReplyOf<S>): Answer => [
  [...keyOf(spec, input), 'pages'],
  { pages: [reply], pageParams: [null] },
];

/** Returns the session of a person with this role who has completed the onboarding; `null` is a visitor. */
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
    hasPasskey: false,
    onboardingCompleted: true,
    ...user,
  };
  const now = new Date('2026-11-21T12:00:00Z');
  return answer(routes.session, {}, { user: role && person, demo: true, googleSignIn: false, now });
}

export interface Screen {
  html: string;
  /** The text of the page, with single spaces. */
  text: string;
  /** The texts of the table cells, row by row, without headers. */
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

/** Stores a failed call. Retrying on mount is disabled, because the call would then be shown as loading. */
function fail(client: QueryClient, queryKey: string[], error: Error): void {
  const { queries } = client.getDefaultOptions();
  client.setDefaultOptions({ queries: { ...queries, retryOnMount: false } });
  client
    .getQueryCache()
    .build(client, { queryKey })
    .setState({ status: 'error', error, fetchFailureReason: error });
}

/** Returns the route table without the elements that create a query cache. */
const bare = (rows: RouteObject[]): RouteObject[] =>
  rows.map((row): RouteObject => {
    const element = row.element === connected ? undefined : row.element;
    if (row.index) return { ...row, element };
    return { ...row, element, ...(row.children ? { children: bare(row.children) } : {}) };
  });

const Page = () => useRoutes(bare(routeTable));

/** Returns the text that a reader sees, with single spaces. */
export const plain = (html: string): string =>
  html
    .replace(/<!--.*?-->/g, '')
    // The parts of a time are put on one line.
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

/** Returns the text of the sidebar. */
export const sidebarText = (html: string): string => plain(asideOf(html));

/** Returns address and text of each link in the sidebar's navigation. */
export const sidebarOf = (html: string): string[][] => {
  const [items = ''] = /<nav[\s\S]*?<\/nav>/.exec(asideOf(html)) ?? [];
  return [...items.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)].map(([, to, inner]) => [
    to!,
    plain(inner!).trim(),
  ]);
};
