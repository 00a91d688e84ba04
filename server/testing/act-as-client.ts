import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import pg from 'pg';
import { migrate } from '#db/migrate.ts';

// Replaces pg_dump and pg_restore, which the embedded PostgreSQL lacks: rows as JSON, the schema by our
// migrations. `npm run bench -- restore` uses the real ones.

const [program, ...args] = process.argv.slice(2);
const optionOf = (name: string) => args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
const address = new URL(optionOf('dbname')!);
address.password = process.env.PGPASSWORD!;
const url = address.href;
const client = new pg.Client({ connectionString: url });
await client.connect();
if (program === 'pg_dump') await dump(optionOf('file')!, optionOf('exclude-table-data')!);
else await restore(args.at(-1)!);
await client.end();

async function dump(folder: string, leftOut: string): Promise<void> {
  mkdirSync(folder);
  for (const table of await tables()) {
    if (table === leftOut) continue;
    const { rows } = await client.query(`select coalesce(json_agg(t)::text, '[]') as rows from "${table}" t`);
    writeFileSync(join(folder, `${table}.json`), rows[0].rows);
  }
}

async function restore(folder: string): Promise<void> {
  await migrate({ ownerUrl: url });
  await client.query('set session_replication_role = replica');
  for (const file of readdirSync(folder)) {
    const table = basename(file, '.json');
    const { rows } = await client.query<{ names: string }>(
      `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
      [table],
    );
    const { names } = rows[0]!;
    await client.query(`delete from "${table}"`);
    await client.query(
      `insert into "${table}" (${names}) overriding system value
       select ${names} from json_populate_recordset(null::"${table}", $1)`,
      [readFileSync(join(folder, file), 'utf8')],
    );
  }
}

async function tables(): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  );
  return rows.map(({ name }) => name);
}
