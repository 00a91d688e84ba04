import type { Catalog, Column, Table } from './catalog.ts';

const HEADER = `-- The whole schema, for reading and reviewing: written from the catalogs, never by hand.
-- Change a migration, then run: npm run db:generate`;

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const commentOn = (what: string, comment: string | null): string[] =>
  comment ? [`comment on ${what} is ${quoted(comment)};`] : [];

function columnLine(column: Column): string {
  const parts = [column.name, column.type];
  if (column.notNull) parts.push('not null');
  if (column.identity)
    parts.push(`generated ${column.identity === 'a' ? 'always' : 'by default'} as identity`);
  if (column.generated)
    parts.push(`generated always as (${column.default}) ${column.generated === 's' ? 'stored' : 'virtual'}`);
  else if (column.default !== null) parts.push(`default ${column.default}`);
  return parts.join(' ');
}

function tableHead(table: Table): string {
  const { name, kind, definition, partitionOf, partitionBound, partitionKey } = table;
  if (kind === 'v' || kind === 'm')
    return `create ${kind === 'm' ? 'materialized ' : ''}view ${name} as\n${definition}`;
  if (partitionOf) return `create table ${name} partition of ${partitionOf} ${partitionBound};`;
  const lines = [
    ...table.columns.map(columnLine),
    ...table.constraints.map((constraint) => `constraint ${constraint.name} ${constraint.definition}`),
  ];
  return `create table ${name} (\n  ${lines.join(',\n  ')}\n)${partitionKey ? ` partition by ${partitionKey}` : ''};`;
}

function grantLine({ name, grants }: Table): string {
  if (grants.length === 0) return `-- permille_app: no rights on ${name}`;
  const rights = grants.map(({ privilege, column }) => (column ? `${privilege} (${column})` : privilege));
  return `grant ${rights.join(', ')} on ${name} to permille_app;`;
}

function tableText(table: Table): string {
  return [
    tableHead(table),
    ...commentOn(`table ${table.name}`, table.comment),
    ...table.columns.flatMap(({ name, comment }) => commentOn(`column ${table.name}.${name}`, comment)),
    ...table.constraints.flatMap(({ name, comment }) =>
      commentOn(`constraint ${name} on ${table.name}`, comment),
    ),
    ...table.indexes.flatMap(({ name, definition, comment }) => [
      `${definition.replaceAll('public.', '')};`,
      ...commentOn(`index ${name}`, comment),
    ]),
    ...table.triggers.map(({ definition }) => `${definition};`),
    grantLine(table),
  ].join('\n');
}

/**
 * Returns schema.sql: enums, tables with their constraints, indexes and triggers, functions, and the app
 * role's rights.
 */
export function dumpSchema({ enums, tables, functions }: Catalog): string {
  const blocks = [
    HEADER,
    ...enums.map(({ name, labels, comment }) =>
      [
        `create type ${name} as enum (\n  ${labels.map(quoted).join(',\n  ')}\n);`,
        ...commentOn(`type ${name}`, comment),
      ].join('\n'),
    ),
    ...tables.map(tableText),
    ...functions.map(({ signature, definition, comment, appMayCall }) =>
      [
        `${definition.trim()};`,
        ...commentOn(`function ${signature}`, comment),
        `-- permille_app may ${appMayCall ? '' : 'not '}call ${signature}`,
      ].join('\n'),
    ),
  ];
  return `${blocks.join('\n\n')}\n`;
}
