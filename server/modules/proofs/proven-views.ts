import { type RawBuilder, sql } from 'kysely';

/** SQL: the number of clip `t`'s views up to a position on its counter that earn. */
export const placeOf = (position: RawBuilder<unknown>) =>
  sql`case when t.by_figures then counted_place(t.submission_id, ${position}) else ${position} end`;

/**
 * SQL: the number of clip `t`'s views that earn and are proven. Excluded views may be anywhere, so all of them
 * are subtracted.
 */
export const provenViews = sql`greatest(${placeOf(sql`t.proven_views`)} - t.excluded_views, 0)`;
