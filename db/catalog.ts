import type pg from 'pg';

export type Column = {
  name: string;
  /** The type in SQL's notation, for example `text[]` or `numeric(10,2)`. */
  type: string;
  /**
   * The type's name in the catalog, such as `int8`, `text` or an enum's; for an array, that of its element.
   */
  baseType: string;
  isArray: boolean;
  notNull: boolean;
  default: string | null;
  identity: '' | 'a' | 'd';
  generated: '' | 's' | 'v';
  comment: string | null;
};

export type Table = {
  name: string;
  /** An ordinary table, a partitioned one, a view or a materialized view. */
  kind: 'r' | 'p' | 'v' | 'm';
  definition: string | null;
  partitionKey: string | null;
  partitionOf: string | null;
  partitionBound: string | null;
  comment: string | null;
  columns: Column[];
  constraints: { name: string; kind: string; definition: string; comment: string | null }[];
  indexes: { name: string; definition: string; comment: string | null }[];
  triggers: { definition: string }[];
  grants: { privilege: string; column: string | null }[];
};

export type Catalog = {
  enums: { name: string; labels: string[]; comment: string | null }[];
  tables: Table[];
  functions: { signature: string; definition: string; comment: string | null; appMayCall: boolean }[];
};

/** Every list is ordered by names, never by object ids, so that equal schemas read the same. */
const TABLES = `
select c.relname as name, c.relkind as kind,
  case when c.relkind in ('v', 'm') then pg_get_viewdef(c.oid, true) end as definition,
  case when c.relkind = 'p' then pg_get_partkeydef(c.oid) end as "partitionKey",
  (select inhparent::regclass::text from pg_inherits where inhrelid = c.oid) as "partitionOf",
  pg_get_expr(c.relpartbound, c.oid) as "partitionBound",
  obj_description(c.oid, 'pg_class') as comment,
  (select coalesce(json_agg(json_build_object(
      'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'baseType', coalesce(e.typname, t.typname),
      'isArray', e.oid is not null, 'notNull', a.attnotnull, 'default', pg_get_expr(d.adbin, d.adrelid),
      'identity', a.attidentity, 'generated', a.attgenerated, 'comment', col_description(c.oid, a.attnum)
    ) order by a.attnum), '[]')
    from pg_attribute a join pg_type t on t.oid = a.atttypid
    left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
  (select coalesce(json_agg(json_build_object('name', k.conname, 'kind', k.contype, 'definition', pg_get_constraintdef(k.oid, true),
      'comment', obj_description(k.oid, 'pg_constraint'))
      order by array_position('{p,u,x,f,c}'::"char"[], k.contype), k.conname), '[]')
    from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'x', 'f', 'c')) as constraints,
  (select coalesce(json_agg(json_build_object('name', i.indexrelid::regclass::text,
      'definition', pg_get_indexdef(i.indexrelid), 'comment', obj_description(i.indexrelid, 'pg_class')) order by i.indexrelid::regclass::text), '[]')
    from pg_index i where i.indrelid = c.oid
    and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))) as indexes,
  (select coalesce(json_agg(json_build_object('definition', pg_get_triggerdef(g.oid, true)) order by g.tgname), '[]')
    from pg_trigger g where g.tgrelid = c.oid and not g.tgisinternal) as triggers,
  (select coalesce(json_agg(json_build_object('privilege', lower(x.privilege), 'column', x.col)
      order by x.col nulls first, array_position('{SELECT,INSERT,UPDATE,DELETE,TRUNCATE,REFERENCES,TRIGGER,MAINTAIN}'::text[], x.privilege)), '[]')
    from (
      select g.privilege_type as privilege, null::name as col from aclexplode(c.relacl) g where g.grantee = 'permille_app'::regrole
      union all
      select g.privilege_type, a.attname from pg_attribute a, aclexplode(a.attacl) g
        where a.attrelid = c.oid and not a.attisdropped and g.grantee = 'permille_app'::regrole
    ) x) as grants
from pg_class c
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
order by c.relname`;

const ENUMS = `
select t.typname as name, json_agg(e.enumlabel order by e.enumsortorder) as labels, obj_description(t.oid, 'pg_type') as comment
from pg_type t join pg_enum e on e.enumtypid = t.oid
where t.typnamespace = 'public'::regnamespace
group by t.oid, t.typname order by t.typname`;

const FUNCTIONS = `
select p.oid::regprocedure::text as signature, pg_get_functiondef(p.oid) as definition,
  obj_description(p.oid, 'pg_proc') as comment,
  has_function_privilege('permille_app', p.oid, 'execute') as "appMayCall"
from pg_proc p
where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p')
  and not exists (select from pg_depend d where d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e')
order by 1`;

/**
 * Reads the contents of the schema `public`, the only source of schema.sql and types.ts. `client` connects as
 * the owner.
 */
export async function readCatalog(client: pg.Client): Promise<Catalog> {
  const enums = await client.query<Catalog['enums'][number]>(ENUMS);
  const tables = await client.query<Table>(TABLES);
  const functions = await client.query<Catalog['functions'][number]>(FUNCTIONS);
  return { enums: enums.rows, tables: tables.rows, functions: functions.rows };
}
