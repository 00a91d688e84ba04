import type { Catalog, Column, Table } from './catalog.ts';

const HEADER = `// The tables as TypeScript sees them: written from the catalogs, never by hand.
// Change a migration, then run: npm run db:generate
import type { ColumnType } from 'kysely';
import type { AccountId, UserId } from '#contract/accounts/ids.ts';

/** The database fills it in when an insert leaves it out. */
export type Generated<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;

/** Read as parsed JSON; written as text (JSON.stringify), because the driver takes an array for a PostgreSQL array. */
export type Json = ColumnType<unknown, string, string>;
export type NullableJson = ColumnType<unknown, string | null | undefined, string | null>;`;

const TYPES: Record<string, string> = {
  int8: 'bigint',
  int4: 'number',
  int2: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'string',
  bool: 'boolean',
  timestamptz: 'Date',
  timestamp: 'Date',
  bytea: 'Buffer',
  json: 'Json',
  jsonb: 'Json',
};

const pascal = (name: string): string =>
  name.replace(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
const literal = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/**
 * Returns the values of a text column with `check (column in (…))`. The catalog stores this check as
 * `= ANY (ARRAY[…])`.
 */
function allowedWords(table: Table, column: Column): string[] | null {
  if (column.baseType !== 'text' || column.isArray) return null;
  for (const { kind, definition } of table.constraints) {
    const list = new RegExp(`^CHECK \\(${column.name} = ANY \\(ARRAY\\[(.+)\\]\\)\\)$`).exec(definition)?.[1];
    if (kind !== 'c' || !list || !/^'[^']*'::text(, '[^']*'::text)*$/.test(list)) continue;
    return [...list.matchAll(/'([^']*)'::text/g)].map((match) => match[1]!);
  }
  return null;
}

const ID_TYPES: Record<string, string> = { users: 'UserId', accounts: 'AccountId' };

/** Columns with the id of a person or an account that have no foreign key: rows outlive what they name, or are many. */
const UNREFERENCED: Record<string, string> = {
  'accruals.clipper_id': 'AccountId',
  'audit_log.actor_id': 'UserId',
  'idempotency_keys.actor_id': 'UserId',
};

/**
 * Returns the type of a column that names a person or an account, so that the compiler refuses one where the other is
 * meant; null for other columns.
 */
function idType(table: Table, column: Column): string | null {
  if (column.name === 'id') return ID_TYPES[table.name] ?? null;
  for (const { kind, definition } of table.constraints) {
    const [, name, target] = /^FOREIGN KEY \((\w+)\) REFERENCES (\w+)\(id\)/.exec(definition) ?? [];
    if (kind === 'f' && name === column.name && target && ID_TYPES[target]) return ID_TYPES[target];
  }
  return UNREFERENCED[`${table.name}.${column.name}`] ?? null;
}

function columnType(table: Table, column: Column, enums: Set<string>): string {
  const isView = table.kind === 'v' || table.kind === 'm';
  const words = allowedWords(table, column);
  const element = words
    ? words.map(literal).join(' | ')
    : enums.has(column.baseType)
      ? pascal(column.baseType)
      : (idType(table, column) ?? TYPES[column.baseType] ?? 'string');
  const nullable = isView || !column.notNull;
  if (element === 'Json' && !column.isArray) {
    const json = nullable ? 'NullableJson' : 'Json';
    return column.default !== null ? `Generated<${json}>` : json;
  }
  const item = column.isArray ? `${words ? `(${element})` : element}[]` : element;
  const type = nullable ? `${item} | null` : item;
  if (isView || column.generated || column.identity === 'a') return `ColumnType<${type}, never, never>`;
  return column.default !== null || column.identity ? `Generated<${type}>` : type;
}

function tableInterface(table: Table, enums: Set<string>): string {
  const comment = table.comment ? `/** ${table.comment.replaceAll('*/', '* /')} */\n` : '';
  const lines = table.columns.map((column) => `  ${column.name}: ${columnType(table, column, enums)};`);
  return `${comment}export interface ${pascal(table.name)} {\n${lines.join('\n')}\n}`;
}

/**
 * Returns types.ts with Kysely's `DB`. Column names are SQL's; enums and `check (… in (…))` become unions of
 * their values.
 */
export function generateTypes({ enums, tables }: Catalog): string {
  const names = new Set(enums.map(({ name }) => name));
  const whole = tables.filter(({ partitionOf }) => !partitionOf);
  const blocks = [
    HEADER,
    ...enums.map(({ name, labels }) => `export type ${pascal(name)} = ${labels.map(literal).join(' | ')};`),
    ...whole.map((table) => tableInterface(table, names)),
    `export interface DB {\n${whole.map(({ name }) => `  ${name}: ${pascal(name)};`).join('\n')}\n}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}
