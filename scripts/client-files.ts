import { publicPath, publicRoutesOf } from '#contract/wire/public-api.ts';
import type { RouteSpec } from '#contract/wire/route.ts';
import { type JsonSchema, wireSchema } from '#server/http/public-api/schemas.ts';

const HEAD = '// Generated from the contract by: npm run client:generate\n';

/** Returns the generated files of the client package: the table of calls, and their types. */
export function clientFiles(routes: Record<string, RouteSpec>): Record<string, string> {
  const open = publicRoutesOf(routes);
  const table = open.map(([name, route]) => `  ${name}: ${JSON.stringify(entryOf(route))},`);
  const types = open.map(([name, route]) => typesOf(name, route));
  return {
    'packages/client/operations.mjs': `${HEAD}\nexport const operations = {\n${table.join('\n')}\n};\n`,
    'packages/client/operations.d.mts': `${HEAD}\nexport interface Operations {\n${types.join('\n')}\n}\n`,
  };
}

const namesOf = (schema: RouteSpec['params']): string[] =>
  schema ? Object.keys(wireSchema(schema).properties ?? {}) : [];

function entryOf(route: RouteSpec) {
  const [params, query, body] = [namesOf(route.params), namesOf(route.query), namesOf(route.body)];
  const all = [...params, ...query, ...body];
  const twice = all.find((name, at) => all.indexOf(name) !== at);
  if (twice) throw new Error(`${route.path} has two inputs of the name ${twice}: the client has one object.`);
  return {
    method: route.method,
    path: publicPath(route.path).replaceAll(/:(\w+)/g, '{$1}'),
    query,
    ...(route.body ? { body } : {}),
    once: route.idempotent ?? false,
    file: route.path.endsWith('.csv'),
  };
}

function typesOf(name: string, route: RouteSpec): string {
  const parts = [route.params, route.query, route.body].filter((part) => part !== undefined);
  const fields = parts.flatMap((part) => fieldsOf(wireSchema(part)));
  const reply = route.path.endsWith('.csv') ? 'string' : typeOf(wireSchema(route.reply));
  return `  /** ${route.summary.replaceAll('*/', '* /')} */\n  ${name}: { input: { ${fields.join('; ')} }; reply: ${reply} };`;
}

/** Returns the fields of a schema. Fields with a default may be omitted. */
const fieldsOf = ({ properties = {}, required = [] }: JsonSchema): string[] =>
  Object.entries(properties).map(([field, schema]) => {
    const needed = required.includes(field) && schema.default === undefined;
    return `${field}${needed ? '' : '?'}: ${typeOf(schema)}`;
  });

function typeOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ');
  if (schema.properties) return `{ ${fieldsOf(schema).join('; ')} }`;
  if (schema.type === 'array') return `(${typeOf(schema.items ?? {})})[]`;
  if (schema.type === 'object') return `Record<string, ${valuesOf(schema)}>`;
  return simple[schema.type ?? ''] ?? 'unknown';
}

const valuesOf = ({ additionalProperties: values }: JsonSchema): string =>
  typeof values === 'object' ? typeOf(values) : 'unknown';

const simple: Record<string, string> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};
