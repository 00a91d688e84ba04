import { clipRoutes } from '#contract/clips/clips.ts';
import { earningsRoutes } from '#contract/earnings/earnings.ts';
import { receiptRoutes } from '#contract/earnings/receipts.ts';
import { listingRoutes } from '#contract/listings/listings.ts';
import { submissionRoutes } from '#contract/submissions/submissions.ts';
import { publicPath } from '#contract/wire/public-api.ts';
import type { RouteSpec } from '#contract/wire/route.ts';
import { type JsonSchema, wireSchema } from '../public-api/schemas.ts';

/** An assistant's tool: one call of /api/v1, with a description that says when to use it. */
export interface McpTool {
  name: string;
  title: string;
  description: string;
  route: RouteSpec;
}

const MONEY = 'Amounts are text of micro-dollars: "30000000" is $30.00. Rates are cents per 1,000 views.';
const PAGES = 'Gives a page of rows; for the next one give its nextCursor as cursor.';

/** The tools are only reads and dry runs, so none changes anything. */
export const mcpTools: readonly McpTool[] = [
  {
    name: 'find_listings',
    title: 'Find listings',
    description: `Open listings that pay for clips, by words, platform, rate, free budget and language. ${PAGES} ${MONEY}`,
    route: listingRoutes.exploreListings,
  },
  {
    name: 'show_listing',
    title: 'Show a listing',
    description: `One listing with what its host wants, the rules that a clip must keep, and where its budget is. ${MONEY}`,
    route: listingRoutes.showListing,
  },
  {
    name: 'check_clip',
    title: 'Check a clip against the rules',
    description:
      'A dry run of submitting a post to a listing: each check with its verdict and what to do about it. Nothing is submitted. Asks the platform, so each person has a daily number of these.',
    route: submissionRoutes.checkClip,
  },
  {
    name: 'my_clips',
    title: 'My clips',
    description: `The clips that you submitted, with status, views and earnings. ${PAGES} ${MONEY}`,
    route: submissionRoutes.clipperSubmissions,
  },
  {
    name: 'my_earnings',
    title: 'My earnings',
    description: `Your figures: what is pending, available and paid, views and clips. ${MONEY}`,
    route: earningsRoutes.clipperOverview,
  },
  {
    name: 'my_pending_earnings',
    title: 'My pending earnings',
    description: `What is pending, each amount with the day on which it becomes available. ${MONEY}`,
    route: earningsRoutes.clipperPending,
  },
  {
    name: 'my_listings',
    title: 'My listings',
    description: `The listings that you posted, with paid, reserved and free budget and how many clips wait. ${PAGES} ${MONEY}`,
    route: listingRoutes.hostListings,
  },
  {
    name: 'review_queue',
    title: 'Review queue',
    description: `Clips submitted to your listings. With status "pending" those that wait for your decision. Deciding is done on the page. ${PAGES} ${MONEY}`,
    route: submissionRoutes.hostSubmissions,
  },
  {
    name: 'my_statistics',
    title: 'My statistics',
    description: `Your figures as a host: budget, spend, views and what waits. ${MONEY}`,
    route: earningsRoutes.hostOverview,
  },
  {
    name: 'show_clip',
    title: 'Show a clip',
    description: `One clip that is yours or for one of your listings: its steps so far, what happens next, what it earns and what limits that. ${MONEY}`,
    route: clipRoutes.showClip,
  },
  {
    name: 'explain_receipt',
    title: 'Explain what a clip earned',
    description: `The receipt of a clip: every count of its views, every step from views to money, and the sum. Use it to explain an amount. ${MONEY}`,
    route: receiptRoutes.showReceipt,
  },
];

const partsOf = ({ params, query, body }: RouteSpec) =>
  [
    ['params', params],
    ['query', query],
    ['body', body],
  ] as const;

/** A tool's input schema: the params, query and body of its call in one object, from the contract. */
export function inputSchemaOf({ route }: McpTool) {
  const schemas = partsOf(route).flatMap(([, schema]) => (schema ? [wireSchema(schema)] : []));
  return {
    type: 'object' as const,
    properties: Object.assign({}, ...schemas.map(({ properties }) => properties)) as Record<
      string,
      JsonSchema
    >,
    required: schemas.flatMap(({ required = [], properties = {} }) =>
      required.filter((name) => properties[name]?.default === undefined),
    ),
    additionalProperties: false,
  };
}

export interface ToolCall {
  method: RouteSpec['method'];
  url: string;
  query: Record<string, string>;
  payload?: Record<string, unknown>;
}

/**
 * Writes an argument as text for the URL. An assistant may send any JSON; the route refuses invalid values.
 */
const inText = (given: unknown): string =>
  (typeof given === 'string' ? given : (JSON.stringify(given) ?? '')).toWellFormed();

/**
 * Writes an argument as one path segment. The segments "." and ".." are refused, because they would address
 * another call.
 */
const inPath = (given: unknown): string => {
  const text = inText(given);
  return encodeURIComponent(['', '.', '..'].includes(text) ? '-' : text);
};

/** Converts a tool's arguments to a call of /api/v1; the route validates them. */
export function callOf({ route }: McpTool, given: Record<string, unknown>): ToolCall {
  const namesIn = (schema: RouteSpec['params']) =>
    Object.keys((schema && wireSchema(schema).properties) ?? {});
  const pick = (schema: RouteSpec['params']) =>
    Object.fromEntries(
      namesIn(schema).flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])),
    );
  const params = pick(route.params);
  const path = route.path.replace(/:(\w+)/g, (_, name) => inPath(params[name]));
  const query = Object.fromEntries(
    Object.entries(pick(route.query)).map(([name, value]) => [name, inText(value)]),
  );
  return {
    method: route.method,
    url: publicPath(path),
    query,
    ...(route.body && { payload: pick(route.body) }),
  };
}
