import { sql } from 'kysely';
import type { z } from 'zod';
import { PAGE_ROWS } from '#contract/limits.ts';
import type { SupportMessage, supportRoutes } from '#contract/support/support.ts';
import { contains } from '#server/infra/contains.ts';
import { type SortedRow, sorted, sortValues } from '#server/infra/sorted.ts';
import type { Database } from '#server/infra/transaction.ts';

type Filter = z.output<typeof supportRoutes.supportInbox.query & z.ZodType>;

const sortable = sortValues({ date: { by: sql`m.created_at`, kind: 'moment' } });

type Row = Omit<SupportMessage, 'answers'> &
  SortedRow & { answers: { by: string; text: string; sentAt: string }[] };

/** Returns open messages oldest first, because they wait for an answer; other messages newest first. */
export async function listMessages(
  db: Database,
  { state, category, search, ...query }: Filter,
): Promise<{ rows: SupportMessage[]; nextCursor: string | null }> {
  const pattern = contains(search);
  const by = sorted(sortable, query, state === 'open' ? 'date' : '-date', sql`m.id`);
  const { rows } = await sql<Row>`
    select m.id, m.name, m.email, p.username, m.user_id as "personId", m.category, m.message, m.state, m.created_at as "sentAt", ${by.column},
      (select coalesce(json_agg(json_build_object(
          'by', coalesce(ap.username, au.name), 'text', a.text, 'sentAt', a.created_at) order by a.created_at), '[]')
        from support_answers a join users au on au.id = a.admin_id left join profiles ap on ap.user_id = a.admin_id
        where a.message_id = m.id) as answers
    from support_messages m left join profiles p on p.user_id = m.user_id
    where m.state = ${state} ${by.after}
      ${category ? sql`and m.category = ${category}` : sql``}
      ${pattern ? sql`and (m.name ilike ${pattern} or m.email ilike ${pattern} or m.message ilike ${pattern})` : sql``}
    order by ${by.order} limit ${PAGE_ROWS + 1}`.execute(db);
  const cut = by.page(rows, PAGE_ROWS);
  return { ...cut, rows: cut.rows.map(asMessage) };
}

const asMessage = ({ answers, sort_value: _, ...row }: Row): SupportMessage => ({
  ...row,
  answers: answers.map((answer) => ({ ...answer, sentAt: new Date(answer.sentAt) })),
});
