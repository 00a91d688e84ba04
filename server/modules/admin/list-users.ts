import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { adminPanelRoutes } from '#contract/admin/admin.ts';
import { PAGE_ROWS } from '#contract/limits.ts';
import { searched } from '#server/infra/searched.ts';
import { type SortedRow, sorted, sortValues } from '#server/infra/sorted.ts';
import type { Database } from '#server/infra/transaction.ts';
import type { AdminRow } from './columns.ts';

type Filter = Partial<z.output<(typeof adminPanelRoutes)['adminUsers']['query'] & z.ZodType>>;

type UserRow = AdminRow<'adminUsers'> & SortedRow;

/** A source of people in SQL: its tables and the columns of id and name. */
interface People {
  id: RawBuilder<unknown>;
  name: RawBuilder<unknown>;
  from: RawBuilder<unknown>;
}

const everyone: People = {
  id: sql`u.id`,
  name: sql`coalesce(p.full_name, u.name)`,
  from: sql`users u left join profiles p on p.user_id = u.id where true`,
};
const withProfile: People = {
  id: sql`p.user_id`,
  name: sql`p.full_name`,
  from: sql`profiles p join users u on u.id = p.user_id where true`,
};
const withoutProfile: People = {
  id: sql`u.id`,
  name: sql`u.name`,
  from: sql`users u left join profiles p on p.user_id = u.id where p.user_id is null`,
};

export async function listUsers(db: Database, filter: Filter) {
  const { role, status } = filter;
  const search = await searched(db, filter.search, sql`u.id`, {
    ids: (pattern) => sql`
      select id from users where name ilike ${pattern} union all select id from users where email ilike ${pattern}
      union all select user_id from profiles where username ilike ${pattern}`,
    fits: (pattern) =>
      sql`(u.name ilike ${pattern} or u.email ilike ${pattern} or p.username ilike ${pattern})`,
  });
  const part = ({ id, name, from }: People, until: RawBuilder<unknown> = sql``) => {
    const values = sortValues({ date: { by: id, kind: 'id' }, name: { by: name, kind: 'text' } });
    const by = sorted(values, filter, '-date', id);
    const statement = sql<UserRow>`
      select u.id, ${name} as name, p.username, u.email, u.role, u.created_at as "createdAt",
        case when u.banned_at is null then 'Active' else 'Banned' end as status,
        coalesce(u.role = 'clipper', false) and u.banned_at is not null and u.payouts_allowed_at is null as "payoutsFrozen",
        ${by.column}
      from ${from} and ${search} ${by.after} ${until}
        ${role ? sql`and u.role = ${role}` : sql``}
        ${status ? sql`and u.banned_at is ${status === 'Banned' ? sql`not null` : sql`null`}` : sql``}
      order by ${by.order} limit ${PAGE_ROWS + 1}`;
    return { statement, page: by.page };
  };
  const { statement, page } = part(everyone);
  const asked = filter.sort?.endsWith('name') ? await byName(db, filter.sort, part) : statement;
  const { rows } = await asked.execute(db);
  return page(rows, PAGE_ROWS);
}

type Part = (of: People, until?: RawBuilder<unknown>) => { statement: RawBuilder<UserRow> };

/**
 * Sorts by the profile's name or, without a profile, by the account's name. No single index covers both, so
 * this reads a page of people with a profile first, then the others up to the last name of that page.
 */
async function byName(db: Database, sort: string, part: Part): Promise<RawBuilder<UserRow>> {
  const isDescending = sort.startsWith('-');
  const direction = sql.raw(isDescending ? 'desc' : 'asc');
  const { rows } = await part(withProfile).statement.execute(db);
  const last = rows[PAGE_ROWS];
  const until = last
    ? sql`and (left(lower(u.name), 30), u.id) ${sql.raw(isDescending ? '>' : '<')} (${last.sort_value}::text, ${last.id}::uuid)`
    : sql``;
  return sql<UserRow>`
    (${part(withProfile).statement}) union all (${part(withoutProfile, until).statement})
    order by sort_value ${direction}, id ${direction} limit ${PAGE_ROWS + 1}`;
}
