import { expect, test } from 'vitest';
import { everyRoute } from '#contract/every-route.ts';
import type { RouteSpec } from './route.ts';

/**
 * Lists without a CSV file, because people read and answer them on their page or export them with their other
 * data.
 */
const WITHOUT_FILE = [
  '/api/host/blocks',
  '/api/listings',
  '/api/notifications',
  '/api/submissions/:id/messages',
];

const routes = Object.values<RouteSpec>(everyRoute);

test('each paged list has a CSV file with the same callers, filters and scope', () => {
  const lists = routes.filter(
    ({ method, reply }) => method === 'GET' && 'nextCursor' in (shapeOf(reply) ?? {}),
  );
  const without = lists
    .filter((list) => {
      const file = routes.find(({ path }) => path === `${list.path}.csv`);
      if (!file) return true;
      expect([file.access, file.scope, file.query, file.params], list.path).toEqual([
        list.access,
        list.scope,
        list.query,
        list.params,
      ]);
      return false;
    })
    .map(({ path }) => path);
  expect(without.sort()).toEqual([...WITHOUT_FILE].sort());
});

const shapeOf = (schema: object): object | undefined =>
  'shape' in schema ? (schema.shape as object) : undefined;
