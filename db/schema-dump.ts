import type { Catalog, Column, Table } from './catalog.ts';

const HEADER = `-- The whole schema, for reading and reviewing: written from the catalogs, never by hand.
-- Change a migration, then run: npm run db:generate`;

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

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
    ...table.indexes.map(({ definition }) => `${definition.replaceAll('public.', '')};`),
    ...table.triggers.map(({ definition }) => `${definition};`),
    ...(table.comment ? [`comment on table ${table.name} is ${quoted(table.comment)};`] : []),
    ...table.columns
      .filter(({ comment }) => comment)
      .map(({ name, comment }) => `comment on column ${table.name}.${name} is ${quoted(comment!)};`),
    grantLine(table),
  ].join('\n');
}

/** schema.sql: enums, tables with all that hangs on them, functions, and what the product's role may do with each. */
export function dumpSchema({ enums, tables, functions }: Catalog): string {
  const blocks = [
    HEADER,
    ...enums.map(
      ({ name, labels }) => `create type ${name} as enum (\n  ${labels.map(quoted).join(',\n  ')}\n);`,
    ),
    ...tables.map(tableText),
    ...functions.map(
      ({ signature, definition, appMayCall }) =>
        `${definition.trim()};\n-- permille_app may ${appMayCall ? '' : 'not '}call ${signature}`,
    ),
  ];
  return `${blocks.join('\n\n')}\n`;
}
