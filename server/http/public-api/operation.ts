import type { RouteSpec } from '#contract/wire/route.ts';
import { exampleOf } from './examples.ts';
import { componentsOf } from './schemas.ts';

/**
 * The parts of a document that depend on its callers, which are programs with a key or pages with a session.
 */
export interface Door<R extends RouteSpec> {
  tagOf(route: R): string;
  descriptionOf(route: R): string;
  securityOf(route: R): object[];
  parametersOf(route: R): object[];
  headersOf(route: R): Record<string, object>;
  refusalsOf(route: R): [status: number, response: object][];
  /** Whether the server answers 304 to a caller that already has the reply. */
  answersUnchanged: boolean;
  hasExamples: boolean;
}

const capital = (name: string): string => name[0]!.toUpperCase() + name.slice(1);

/** An operation of a document, and the schemas that it references. */
export function operationOf<R extends RouteSpec>(name: string, route: R, door: Door<R>) {
  const isFile = route.path.endsWith('.csv');
  const [replyName, bodyName] = [`${capital(name)}Reply`, `${capital(name)}Body`];
  const schemas = {
    ...(isFile ? {} : componentsOf(replyName, route.reply)),
    ...(route.body ? componentsOf(bodyName, route.body) : {}),
  };
  const content = (component: string) => ({
    'application/json': {
      schema: { $ref: `#/components/schemas/${component}` },
      ...(door.hasExamples && { example: exampleOf(schemas[component]!) }),
    },
  });
  // Rows of a table are streamed, so their entity tag is not known in advance.
  const isStreamed = 'file' in route;
  const unchanged = door.answersUnchanged && route.method === 'GET' && !isStreamed;
  const operation = {
    operationId: name,
    // The summary is shown as a heading, where Markdown is not rendered.
    summary: route.summary.replaceAll('`', ''),
    description: door.descriptionOf(route),
    tags: [door.tagOf(route)],
    ...(route.deprecated && { deprecated: true }),
    security: door.securityOf(route),
    parameters: door.parametersOf(route),
    ...(route.body && { requestBody: { required: true, content: content(bodyName) } }),
    responses: {
      200: {
        description: 'Done.',
        headers: {
          ...door.headersOf(route),
          ...(unchanged && { ETag: { $ref: '#/components/headers/ETag' } }),
        },
        content: isFile ? table : content(replyName),
      },
      ...(unchanged && { 304: { description: 'The reply that you have is still the same.' } }),
      ...Object.fromEntries(door.refusalsOf(route)),
    },
  };
  return { operation, schemas };
}

const table = {
  'text/csv': {
    schema: { type: 'string' },
    example: 'Date,Amount\r\n2026-03-02T10:00:00Z,30.000000\r\n',
  },
};
