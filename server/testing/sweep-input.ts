import fc from 'fast-check';
import { z } from 'zod';
import { anyCharacter } from '#contract/testing/any-character.ts';

/** The parts of JSON Schema that the contract's inputs use. */
interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minItems?: number;
  minLength?: number;
}

/** Returns a route's input as JSON Schema; undefined when the route takes none. */
export const schemaOf = (input: z.ZodType | undefined): Schema | undefined =>
  input && (z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema);

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Valid values by field name, for fields whose type alone does not give a valid one. */
const MEANINGFUL: Record<string, unknown> = {
  email: 'somebody@people.example',
  password: 'bridge-of-lisbon-41',
  confirmation: 'bridge-of-lisbon-41',
  url: 'https://www.youtube.com/shorts/dQw4w9WgXcQ',
  sourceUrl: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  link: 'https://www.twitch.tv/videos/2345678901',
  country: 'US',
  fileName: 'night.mp4',
  contentType: 'video/mp4',
  acceptTerms: true,
  confirmAdult: true,
  goodFaith: true,
  accurate: true,
  amountMicros: '50000000',
  budgetMicros: '50000000',
  title: 'A listing',
  description: 'Cut the best moments.',
  reason: 'other',
  note: 'Because.',
  handle: 'somebody',
  returnTo: '/host/dashboard',
  platform: 'youtube',
  platforms: ['youtube'],
  sourceMediaId: null,
  maxPayoutMicros: null,
  endsAt: null,
  requiredTags: ['#night'],
  language: 'English',
  minSeconds: null,
  maxSeconds: null,
  clipsPerClipper: 5,
  trackingDays: 30,
  decisionHours: 24,
  rateCentsPerMille: 200,
};

/** Returns a valid input for the schema, as a well-behaved client sends it. */
export function sampleOf(schema: Schema, name = ''): unknown {
  const choices = schema.anyOf ?? schema.oneOf;
  if (name in MEANINGFUL && fits(schema, MEANINGFUL[name])) return MEANINGFUL[name];
  if (choices) return sampleOf(choices[0]!, name);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([key, part]) => [key, sampleOf(part, key)]),
    );
  if (schema.type === 'array') return schema.items ? [sampleOf(schema.items, name)] : [];
  if (schema.type === 'boolean') return true;
  if (schema.type === 'null') return null;
  if (schema.type === 'integer' || schema.type === 'number')
    return Math.max(schema.minimum ?? 0, (schema.exclusiveMinimum ?? -1) + 1, 0);
  if (schema.format === 'uuid') return '018f3f4e-0000-7000-8000-000000000000';
  if (schema.format === 'date-time') return '2026-11-22T10:00:00.000Z';
  if (schema.format === 'date') return '2026-11-22';
  return 'word'.padEnd(schema.minLength ?? 0, 's');
}

function fits(schema: Schema, value: unknown): boolean {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.some((choice) => fits(choice, value));
  if (typeof value === 'number') return schema.type === 'integer' || schema.type === 'number';
  if (schema.enum) return schema.enum.includes(value);
  if (value === null) return schema.type === 'null';
  if (Array.isArray(value)) return schema.type === 'array';
  return schema.type === undefined || schema.type === typeof value;
}

/** Returns the paths of id fields, at any depth. */
export function idFieldsOf(schema: Schema | undefined): string[] {
  return Object.entries(schema?.properties ?? {}).flatMap(([name, part]) =>
    [part, ...(part.anyOf ?? [])].some(({ format }) => format === 'uuid') ? [name] : [],
  );
}

/** Returns the names of date and moment fields. */
export function momentFieldsOf(schema: Schema | undefined): string[] {
  return Object.entries(schema?.properties ?? {}).flatMap(([name, part]) =>
    [part, ...(part.anyOf ?? [])].some(({ format }) => format === 'date' || format === 'date-time')
      ? [name]
      : [],
  );
}

const hostileTexts = [
  '',
  '\0',
  '\ud800',
  '../../../etc/passwd',
  "' or 1=1 --",
  '<script>alert(1)</script>',
  'NaN',
  '1e999',
  '-0',
  '9'.repeat(400),
  'a'.repeat(70_000),
  '0000-01-01T00:00:00.000Z',
  '-271821-04-20T00:00:00.000Z',
  '2026-02-30',
  '\u202e\u200b',
  '00000000-0000-0000-0000-000000000000',
  '%00',
  '__proto__',
];
const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.string({ unit: anyCharacter, maxLength: 300 }),
  fc.constantFrom(null, true, [], {}, -1, 0.1, 2 ** 53, -(2 ** 63), 1e308, { toString: 1 }, [[[[[]]]]]),
  fc.jsonValue({ maxDepth: 4 }),
);

/** Generates an attacker's inputs: most fields are valid, some are invalid, missing or added. */
export function hostileInputs(schema: Schema | undefined): fc.Arbitrary<unknown> {
  if (!schema) return hostileValue;
  const sample = sampleOf(schema);
  if (!isObject(sample)) return hostileValue;
  const names = Object.keys(sample);
  const changes = fc.dictionary(
    names.length > 0 ? fc.constantFrom(...names, 'role', 'constructor') : fc.constant('role'),
    hostileValue,
    { minKeys: 1, maxKeys: 3 },
  );
  return fc.oneof(
    { weight: 6, arbitrary: changes.map((change) => ({ ...sample, ...change })) },
    { weight: 1, arbitrary: hostileValue },
    { weight: 1, arbitrary: fc.subarray(names).map((kept) => pick(sample, kept)) },
  );
}

const pick = (from: Record<string, unknown>, names: string[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, from[name]]));
