import { expect, test } from 'vitest';
import { z } from 'zod';
import { everyRoute } from './every-route.ts';
import type { RouteSpec } from './wire/route.ts';

type Schema = z.core.JSONSchema.BaseSchema;

/**
 * Yields the parts of a request's schema that have no bound: arrays without a maximum number of entries, and
 * texts without a maximum length, format or list of choices.
 */
function* unbounded(schema: Schema, path: string): Generator<string> {
  const { type, items, properties, additionalProperties } = schema;
  if (type === 'array' && schema.maxItems === undefined) yield path;
  const isNamed = schema.enum ?? schema.const ?? schema.format ?? schema.pattern;
  if (type === 'string' && schema.maxLength === undefined && isNamed === undefined) yield path;
  for (const [name, one] of Object.entries(properties ?? {}))
    yield* unbounded(one as Schema, `${path}.${name}`);
  for (const one of [schema.anyOf, schema.oneOf, schema.allOf].flatMap((many) => many ?? []))
    yield* unbounded(one as Schema, path);
  if (typeof items === 'object') yield* unbounded(items as Schema, `${path}[]`);
  if (typeof additionalProperties === 'object') yield* unbounded(additionalProperties as Schema, `${path}.*`);
}

test('every array and text of a request is bounded', () => {
  const places = Object.values<RouteSpec>(everyRoute).flatMap(({ method, path, ...spec }) =>
    (['params', 'query', 'body'] as const).flatMap((part) => {
      const schema = spec[part];
      if (!schema) return [];
      const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
      return [...unbounded(json, part)].map((place) => `${method} ${path} ${place}`);
    }),
  );
  expect(places).toEqual([]);
});
