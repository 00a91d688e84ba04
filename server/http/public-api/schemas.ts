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
}

/** Said by their format already; the patterns behind them are as long as the rest. */
const FORMATS_WITHOUT_PATTERN = new Set(['uuid', 'date', 'date-time']);

const MICROS = String.raw`^-?\d{1,18}$`;

/** A schema as it stands on the wire: money and moments by their text form. */
export function wireSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (FORMATS_WITHOUT_PATTERN.has(String(jsonSchema.format))) delete jsonSchema.pattern;
      if (jsonSchema.pattern === MICROS) jsonSchema.description = 'Micro-dollars: $1.00 is "1000000".';
    },
  }) as JsonSchema;
  return json;
}
