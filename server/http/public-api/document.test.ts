import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { errorCatalogue } from '#contract/errors.ts';
import { everyRoute } from '#contract/every-route.ts';
import { publicRoutesOf } from '#contract/wire/public-api.ts';
import { publicDocument } from './document.ts';

const document = publicDocument(everyRoute, 'https://permille.example');
const routes = publicRoutesOf(everyRoute);

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: { apiKey: string[] }[];
  parameters: { name: string; description?: string; schema: object }[];
  requestBody?: { content: Record<string, { example: unknown }> };
  responses: Record<string, { description: string; content?: Record<string, Content> }>;
}
interface Content {
  schema?: object;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, ...(operation as Operation) })),
);

test('each route with a scope is one operation with its own name, and there is no other', () => {
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
    routes.map(([name]) => name).sort(),
  );
});

describe.each(routes)('%s', (name, route) => {
  const operation = operations.find(({ operationId }) => operationId === name)!;

  test('says who may call it, which scope it needs, and the meaning of each parameter', () => {
    expect(operation.security).toEqual([{ apiKey: [route.scope] }]);
    expect(operation.tags).toHaveLength(1);
    expect(operation.description).toContain(`\`${route.scope}\``);
    expect(operation.parameters.filter(({ description }) => !description)).toEqual([]);
    expect(operation.parameters.some(({ name: one }) => one === 'Idempotency-Key')).toBe(
      route.idempotent ?? false,
    );
  });

  test('lists every refusal code, each with an example that is a valid problem', () => {
    const named = Object.entries(operation.responses).flatMap(([status, { content }]) =>
      Object.entries(content?.['application/problem+json']?.examples ?? {}).map(([code, { value }]) => {
        expect(value).toMatchObject({ code, status: Number(status), type: `/docs/errors#${code}` });
        return code;
      }),
    );
    expect(named).toEqual(
      expect.arrayContaining([...(route.errors ?? []), 'api_key_invalid', 'scope_missing']),
    );
    expect(named.filter((code) => !(code in errorCatalogue))).toEqual([]);
  });

  test('has examples that match its own schemas', () => {
    const reply = operation.responses['200']?.content?.['application/json'];
    if (reply) expect(() => z.decode(route.reply, reply.example as never)).not.toThrow();
    const body = operation.requestBody?.content['application/json'];
    expect(body !== undefined).toBe(route.body !== undefined);
    if (body && route.body) expect(() => z.decode(route.body!, body.example as never)).not.toThrow();
  });
});
