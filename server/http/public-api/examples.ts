import type { JsonSchema } from './schemas.ts';

const ID = '01900000-0000-7000-8000-000000000001';

/** Example values by field name. */
const byName: Record<string, unknown> = {
  title: 'Best moments of the long evening',
  listingTitle: 'Best moments of the long evening',
  description: 'Clip the funniest minute of the stream.',
  instructions: 'Vertical, with captions.',
  url: 'https://www.tiktok.com/@tess.cuts/video/7301234567890123456',
  sourceUrl: 'https://videos.example/evening.mp4',
  caption: 'He forgot the parry #ad',
  username: 'nova_plays',
  hostUsername: 'nova_plays',
  clipperUsername: 'tess_cuts',
  rateCentsPerMille: 200,
  views: 15_000,
  reportedViews: 15_000,
  verifiedViews: 15_000,
  minViews: 1_000,
  month: '2026-03',
  year: 2026,
  version: 1,
  requiredTags: ['#nova'],
};

const byFormat: Record<string, unknown> = {
  uuid: ID,
  'date-time': '2026-03-02T10:00:00.000Z',
  date: '2026-03-02',
  uri: 'https://permille.example',
};

/** Returns a value that fits the schema and reads like a real one. */
export function exampleOf(schema: JsonSchema, name = ''): unknown {
  if (name === 'nextCursor') return null;
  if (byName[name] !== undefined) return byName[name];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.default !== undefined) return schema.default;
  if (schema.anyOf) return exampleOf(schema.anyOf.find(({ type }) => type !== 'null') ?? {}, name);
  if (schema.properties) {
    const entries = Object.entries(schema.properties);
    return Object.fromEntries(entries.map(([field, inner]) => [field, exampleOf(inner, field)]));
  }
  if (schema.type === 'array') return [exampleOf(schema.items ?? {}, '')];
  return simple(schema);
}

function simple({
  type: types,
  format,
  pattern,
  minimum = 0,
  maximum = Number.MAX_VALUE,
}: JsonSchema): unknown {
  const type = [types].flat().find((one) => one !== 'null');
  if (format && format in byFormat) return byFormat[format];
  if (type === 'string') return pattern ? '30000000' : 'text';
  if (type === 'integer') return Math.max(minimum, Math.min(3, maximum));
  if (type === 'number') return Math.max(minimum, Math.min(0.5, maximum));
  if (type === 'boolean') return true;
  return {};
}
