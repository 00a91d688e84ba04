import type { FastifySchema } from 'fastify';
import { z } from 'zod';

const isSchema = (value: unknown): value is z.ZodType => value instanceof z.ZodType;

/** A schema as it stands on the wire: codecs (money, moments) by their text form. */
const wireForm = (schema: unknown): unknown =>
  isSchema(schema)
    ? z.toJSONSchema(schema, { io: 'input', target: 'draft-2020-12', unrepresentable: 'any' })
    : schema;

/** Turns a declared route's schemas into what the OpenAPI 3.1 page shows. */
export function describeRoute({ schema, url }: { schema: FastifySchema; url: string }): {
  schema: FastifySchema;
  url: string;
} {
  if (!schema) return { schema: { hide: true } as FastifySchema, url };
  const { params, querystring, body, response, ...rest } = schema;
  return {
    url,
    schema: {
      ...rest,
      ...(params ? { params: wireForm(params) } : {}),
      ...(querystring ? { querystring: wireForm(querystring) } : {}),
      ...(body ? { body: wireForm(body) } : {}),
      ...(response
        ? {
            response: Object.fromEntries(
              Object.entries(response).map(([status, reply]) => [status, wireForm(reply)]),
            ),
          }
        : {}),
    },
  };
}
