import { filterParameters } from '#contract/listings/explore-filters.ts';
import type { RouteSpec } from '#contract/wire/route.ts';
import { type JsonSchema, wireSchema } from './schemas.ts';

/** The meaning of each parameter by name, the same in every operation. */
const meanings: Record<string, string> = {
  ...filterParameters,
  id: 'The id, as another call gave it.',
  ids: 'Up to four ids, separated by commas.',
  cursor: 'The `nextCursor` of the page before; absent: the first page.',
  sort: 'What rows are sorted by; with "-" before it the greatest first.',
  state: 'Only rows in this state.',
  status: 'Only clips of this status.',
  listingId: 'Only clips of this listing.',
  listing: 'Only movements of this listing.',
  type: 'Only movements of this type.',
  from: 'The first day, in UTC.',
  to: 'The last day, in UTC.',
  month: 'The month, in UTC.',
};

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description: string | undefined;
  schema: JsonSchema;
}

const partsOf = (place: 'path' | 'query', schema: RouteSpec['params']): Parameter[] => {
  if (!schema) return [];
  const { properties = {}, required = [] } = wireSchema(schema);
  return Object.entries(properties).map(([name, json]) => ({
    name,
    in: place,
    required: place === 'path' || (required.includes(name) && json.default === undefined),
    description: meanings[name],
    schema: json,
  }));
};

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description:
    'Chosen by you, another one for each thing to be done. The same key again has no second effect.',
  schema: { type: 'string', pattern: '^[!-~]{8,200}$' },
};

export const ifNoneMatch: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description:
    'The `ETag` of the reply that you have: where it is still the same, the answer is an empty 304.',
  schema: { type: 'string' },
};

export const parametersOf = (route: RouteSpec): Parameter[] => [
  ...partsOf('path', route.params),
  ...partsOf('query', route.query),
  ...(route.idempotent ? [idempotencyKey] : []),
];
