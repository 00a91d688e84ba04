import { type RawBuilder, sql } from 'kysely';

/**
 * SQL: the id of a clip's stored poster as `poster_media_id`; null if there is none. For `select`: needs
 * submissions joined as `s`.
 */
export const posterColumn: RawBuilder<unknown> = sql`
  (select c.media_id from clip_posters c join media_files cm on cm.id = c.media_id and cm.state = 'ready'
    where c.submission_id = s.id) as poster_media_id`;
