import { z } from 'zod';

export interface JsonSchema {
  type?: string | string[];
  format?: string;
  pattern?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  additionalProperties?: JsonSchema | boolean;
  description?: string;
  $schema?: string;
  $defs?: Record<string, JsonSchema>;
  propertyNames?: JsonSchema;
}

/** A format already describes these values; their patterns would be as long as the rest of the schema. */
const FORMATS_WITHOUT_PATTERN = new Set(['uuid', 'date', 'date-time']);

const MICROS = String.raw`^-?\d{1,18}$`;

/** A schema as sent over HTTP: money and moments as text. */
export function wireSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // Only arbitrary JSON contains itself here. It is written as an empty schema, because some generators
      // can't write such a type.
      if (zodSchema instanceof z.ZodLazy) for (const key in jsonSchema) delete jsonSchema[key];
      if (FORMATS_WITHOUT_PATTERN.has(String(jsonSchema.format))) delete jsonSchema.pattern;
      if (jsonSchema.pattern === MICROS) jsonSchema.description = 'Micro-dollars: $1.00 is "1000000".';
      nameProperties(jsonSchema as JsonSchema);
    },
  }) as JsonSchema;
  return json;
}

/** Writes a record of known keys as an object: readers of OpenAPI ignore `propertyNames`. */
function nameProperties(schema: JsonSchema): void {
  const { propertyNames, additionalProperties: value } = schema;
  const names = propertyNames?.enum ?? (propertyNames?.const === undefined ? [] : [propertyNames.const]);
  if (names.length === 0 || typeof value !== 'object') return;
  schema.properties = Object.fromEntries(names.map((name) => [String(name), value]));
  delete schema.propertyNames;
  delete schema.additionalProperties;
}

/**
 * Returns a schema as components of a document. References within the schema become relative to the whole
 * document.
 */
export function componentsOf(name: string, schema: z.ZodType): Record<string, JsonSchema> {
  const { $defs = {}, ...json } = wireSchema(schema);
  const nameOf = (part: string) => `${name}${part.replace('__schema', 'Part')}`;
  const parts = Object.entries($defs).map(([part, one]) => [nameOf(part), one]);
  return JSON.parse(JSON.stringify({ [name]: json, ...Object.fromEntries(parts) }), (key, value) =>
    key === '$ref' && typeof value === 'string'
      ? value.replace(/^#(?:\/\$defs\/(.+))?$/, (_, part = '') => `#/components/schemas/${nameOf(part)}`)
      : value,
  );
}
