import type pg from 'pg';

/** What a database was like when it was made: a digest of its schema and of the rows that migrations wrote, and its sequences. */
export interface Original {
  schema: string;
  rows: string;
  /** Tables that migrations filled. */
  filled: readonly string[];
  /** `setval` of each, by its name. */
  sequences: ReadonlyMap<string, string>;
}

/** More than that is dropped: emptied tables keep their room, and what reads them has to pass over it. */
const MOST_BYTES = 16 * 1024 ** 2;

/** What changes with the schema, rights, settings or statistics. */
const CATALOGS = [
  ...[
    'pg_attribute',
    'pg_class',
    'pg_constraint',
    'pg_db_role_setting',
    'pg_namespace',
    'pg_policy',
    'pg_proc',
  ],
  ...['pg_rewrite', 'pg_statistic', 'pg_statistic_ext', 'pg_trigger', 'pg_type'],
];

const SCHEMA = `select md5(string_agg(line, ';')) as digest from (${CATALOGS.map(
  (name) => `select concat_ws(' ', '${name}', count(*), max(xmin::text::int8)) as line from ${name}`,
).join(' union all ')}) c`;

const TABLES = `
  select c.oid::regclass::text as name, pg_relation_size(c.oid)::float8 as bytes
  from pg_class c
  where c.relkind = 'r' and c.relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
    and pg_relation_size(c.oid) > 0`;

const SEQUENCES = `
  select format('%I.%I', schemaname, sequencename) as name,
    format('%s, %L', coalesce(last_value, start_value), last_value is not null) as value
  from pg_sequences`;

/** Other sessions than the pool's and this one, and locks that outlived the transaction of whoever took them. */
const OTHERS = `
  select (select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid())
    + (select count(*) from pg_locks l join pg_database d on d.oid = l.database
       where locktype = 'advisory' and datname = current_database()) as others`;

async function schemaOf(owner: pg.ClientBase): Promise<string> {
  return (await owner.query(SCHEMA)).rows[0].digest;
}

async function rowsOf(owner: pg.ClientBase, tables: readonly string[]): Promise<string> {
  if (tables.length === 0) return '';
  const digests = tables.map(
    (name) => `(select md5(string_agg(t::text, ';' order by t::text)) from ${name} t)`,
  );
  return (await owner.query(`select concat_ws(' ', ${digests.join(', ')}) as digest`)).rows[0].digest;
}

async function sequencesOf(owner: pg.ClientBase): Promise<Map<string, string>> {
  const { rows } = await owner.query<{ name: string; value: string }>(SEQUENCES);
  return new Map(rows.map(({ name, value }) => [name, value]));
}

export async function readOriginal(owner: pg.ClientBase): Promise<Original> {
  const filled = (await owner.query<{ name: string }>(TABLES)).rows.map(({ name }) => name);
  const [schema, rows] = [await schemaOf(owner), await rowsOf(owner, filled)];
  return { schema, rows, filled, sequences: await sequencesOf(owner) };
}

/**
 * Takes out all rows that tests wrote. `sessions` is how many the caller has beside `owner`. Returns false, and takes out nothing,
 * where the database is no longer as it was made in anything but such rows, or somebody else still has a session.
 */
export async function emptyDatabase(
  owner: pg.ClientBase,
  original: Original,
  sessions: number,
): Promise<boolean> {
  if (Number((await owner.query(OTHERS)).rows[0].others) !== sessions) return false;
  if ((await schemaOf(owner)) !== original.schema) return false;
  if ((await rowsOf(owner, original.filled)) !== original.rows) return false;
  const { rows } = await owner.query<{ name: string; bytes: number }>(TABLES);
  const written = rows.filter(({ name }) => !original.filled.includes(name));
  if (written.reduce((sum, { bytes }) => sum + bytes, 0) > MOST_BYTES) return false;
  const moved = [...(await sequencesOf(owner))].filter(
    ([name, value]) => original.sequences.get(name) !== value,
  );
  await owner.query(
    [
      'begin',
      // No trigger, no foreign key: what may never be deleted goes too, in any order.
      'set local session_replication_role = replica',
      ...written.map(({ name }) => `delete from ${name}`),
      ...moved.map(([name]) => `select setval('${name}', ${original.sequences.get(name)})`),
      'commit',
    ].join(';'),
  );
  return true;
}
