import { sql } from 'kysely';
import type { MediaFile } from '#contract/media.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';

type Db = Database | Tx;

const columns = [
  'id',
  'owner_id',
  'state',
  'file_name',
  'content_type',
  'size_bytes',
  'duration_ms',
  'width',
  'height',
  'storage_key',
] as const;

interface Facts {
  id: string;
  state: MediaFile['state'] | string;
  file_name: string;
  size_bytes: bigint;
  duration_ms: bigint | null;
  width: number | null;
  height: number | null;
}

/** Maps a row to its form in the contract. */
export const toMediaFile = (row: Facts): MediaFile => ({
  id: row.id,
  state: row.state as MediaFile['state'],
  fileName: row.file_name,
  sizeBytes: Number(row.size_bytes),
  durationMs: row.duration_ms === null ? null : Number(row.duration_ms),
  width: row.width,
  height: row.height,
});

export async function ownSource(db: Db, ownerId: string, id: string) {
  return await db
    .selectFrom('media_files')
    .select(columns)
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('kind', '=', 'source')
    .executeTakeFirst();
}

/** Whether a listing uses the file, in any of its versions, a clip as its screenshot, or a profile as its photo. */
export const isUsed = sql<boolean>`(exists (select from listing_versions v where v.source_media_id = media_files.id)
  or exists (select from view_attestations p where p.media_id = media_files.id)
  or exists (select from clip_posters c where c.media_id = media_files.id)
  or exists (select from profiles o where o.avatar_media_id = media_files.id))`;

/** Uploads that no listing uses yet, unfinished or ready. */
export async function countUnused(db: Db, ownerId: string): Promise<number> {
  const row = await db
    .selectFrom('media_files')
    .select(sql<number>`count(*)::int`.as('unused'))
    .where('owner_id', '=', ownerId)
    .where('kind', '=', 'source')
    .where('state', 'in', ['uploading', 'ready'])
    .where(sql<boolean>`not ${isUsed}`)
    .executeTakeFirstOrThrow();
  return row.unused;
}

/** Total bytes of the source videos of one person or of all, unfinished uploads included. */
export async function spaceTaken(db: Db, ownerId?: string): Promise<number> {
  const row = await db
    .selectFrom('media_files')
    .select(sql<bigint>`coalesce(sum(size_bytes), 0)::bigint`.as('bytes'))
    .where('kind', '=', 'source')
    .where('state', 'in', ['uploading', 'ready'])
    .$if(ownerId !== undefined, (query) => query.where('owner_id', '=', ownerId!))
    .executeTakeFirstOrThrow();
  return Number(row.bytes);
}

/** A finished file that this person may see: their own, or one of a listing that was not removed. Null: a visitor. */
export async function visibleFile(
  db: Db,
  id: string,
  viewer: { userId: string; role: string | null } | null,
) {
  return await db
    .selectFrom('media_files')
    .select(columns)
    .where('id', '=', id)
    .where('kind', '=', 'source')
    .where('state', '=', 'ready')
    .where((eb) =>
      eb.or([
        ...(viewer?.role === 'admin' ? [eb.lit(true)] : []),
        ...(viewer ? [eb('owner_id', '=', viewer.userId)] : []),
        eb.exists(
          eb
            .selectFrom('listing_versions as v')
            .innerJoin('listings as l', 'l.id', 'v.listing_id')
            .select('l.id')
            .whereRef('v.source_media_id', '=', 'media_files.id')
            .where('l.state', '<>', 'removed'),
        ),
      ]),
    )
    .executeTakeFirst();
}

/** A picture of a clip, visible to its clipper, the host of its listing, and admins. */
export async function visiblePicture(
  db: Db,
  id: string,
  kind: 'screenshot' | 'poster',
  viewer: { userId: string; role: string | null },
) {
  return await db
    .selectFrom('media_files')
    .select(columns)
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('state', '=', 'ready')
    .where((eb) =>
      eb.or([
        eb.lit(viewer.role === 'admin'),
        eb('owner_id', '=', viewer.userId),
        eb.exists(
          eb
            .selectFrom(
              db
                .selectFrom('clip_posters')
                .select(['media_id', 'submission_id'])
                .unionAll(db.selectFrom('view_attestations').select(['media_id', 'submission_id']))
                .as('p'),
            )
            .innerJoin('submissions as s', 's.id', 'p.submission_id')
            .innerJoin('listings as l', 'l.id', 's.listing_id')
            .select('l.id')
            .whereRef('p.media_id', '=', 'media_files.id')
            .where('l.host_id', '=', viewer.userId),
        ),
      ]),
    )
    .executeTakeFirst();
}

/** A person's photo, visible to anyone who has its address. */
export async function findPhoto(db: Db, id: string) {
  return await db
    .selectFrom('media_files')
    .select(columns)
    .where('id', '=', id)
    .where('kind', '=', 'photo')
    .where('state', '=', 'ready')
    .executeTakeFirst();
}
