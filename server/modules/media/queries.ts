import { type Selectable, sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import type { MediaFile } from '#contract/media/media.ts';
import type { MediaFiles } from '#db/types.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';

type Db = Database | Tx;

export const columns = [
  'id',
  'owner_id',
  'state',
  'file_name',
  'content_type',
  'size_bytes',
  'held_bytes',
  'duration_ms',
  'width',
  'height',
  'storage_key',
  'check_at',
  'remove_at',
  'refusal',
  'fingerprint',
  'format',
  'kind',
  'has_poster',
  'storyboard_tiles',
  'storyboard_tile_width',
  'storyboard_tile_height',
  'light',
  'light_share',
  'sound',
  'sound_codec',
] as const;

/** A host's source video, or the file of a clip. */
export type UploadKind = 'source' | 'clip';

export type UploadRow = Pick<Selectable<MediaFiles>, (typeof columns)[number]>;

/** Maps a row to its form in the contract. */
export const toMediaFile = (row: UploadRow): MediaFile => ({
  id: row.id,
  state: row.state === 'uploading' && row.check_at ? 'checking' : (row.state as MediaFile['state']),
  fileName: row.file_name,
  sizeBytes: Number(row.size_bytes),
  durationMs: row.duration_ms === null ? null : Number(row.duration_ms),
  width: row.width,
  height: row.height,
  format: row.format as MediaFile['format'],
  refusal: row.refusal,
  undecodableSound: row.sound === 'undecodable' ? row.sound_codec : null,
});

/** Returns a person's own unfinished uploads and source videos that no listing uses yet, the latest first. */
export async function openUploads(db: Db, ownerId: AccountId): Promise<UploadRow[]> {
  return await db
    .selectFrom('media_files')
    .select(columns)
    .where('owner_id', '=', ownerId)
    .where('kind', 'in', ['source', 'clip'])
    .where('state', 'in', ['uploading', 'ready'])
    .where(sql<boolean>`not ${isUsed}`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export async function ownUpload(db: Db, ownerId: AccountId, id: string) {
  return await db
    .selectFrom('media_files')
    .select(columns)
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('kind', 'in', ['source', 'clip'])
    .executeTakeFirst();
}

/**
 * SQL: something uses the file. A listing uses it as its source, in any of its versions; a clip as its
 * screenshot, poster or video; a profile as its photo. A clip's video is used only once it was checked. Parts
 * of clips name a source too, but such a source always has a listing.
 */
export const isUsed = sql<boolean>`(exists (select from listing_versions v where v.source_media_id = media_files.id)
  or exists (select from view_attestations p where p.media_id = media_files.id)
  or exists (select from clip_posters c where c.media_id = media_files.id)
  or exists (select from clip_files f where f.media_id = media_files.id and media_files.state in ('ready', 'erased'))
  or exists (select from profiles o where o.avatar_media_id = media_files.id))`;

/** SQL: clips can be compared with this source video, because its sound was or will be prepared. */
export const comparesClips = (source: string) => {
  const [state, sound] = [sql.ref(`${source}.state`), sql.ref(`${source}.sound`)];
  return sql<boolean>`coalesce(${state} = 'ready' and coalesce(${sound}, 'ready') = 'ready', false)`;
};

/** SQL: browsers can play this source video, so that the Clip Studio can open it. */
export const opensInStudio = (source: string) => {
  const [state, format] = [sql.ref(`${source}.state`), sql.ref(`${source}.format`)];
  const plays = (part: 'picture' | 'sound') =>
    sql`coalesce((${format} -> ${sql.lit(part)} ->> 'playable')::boolean, true)`;
  return sql<boolean>`coalesce(${state} = 'ready' and ${plays('picture')} and ${plays('sound')}, false)`;
};

/** Returns the number of a person's uploads of this kind that nothing uses yet, unfinished or ready. */
export async function countUnused(db: Db, kind: UploadKind, ownerId: AccountId): Promise<number> {
  const row = await db
    .selectFrom('media_files')
    .select(sql<number>`count(*)::int`.as('unused'))
    .where('owner_id', '=', ownerId)
    .where('kind', '=', sql.lit(kind))
    .where('state', 'in', ['uploading', 'ready'])
    .where(sql<boolean>`not ${isUsed}`)
    .executeTakeFirstOrThrow();
  return row.unused;
}

/**
 * Returns the total bytes of videos of this kind, of one person or of all people. Unfinished uploads count at
 * their announced size.
 */
export async function spaceAnnounced(db: Db, kind: UploadKind, ownerId?: AccountId): Promise<number> {
  const row = await db
    .selectFrom('media_files')
    .select(sql<bigint>`coalesce(sum(size_bytes), 0)::bigint`.as('bytes'))
    // A literal, because each kind has a separate partial index.
    .where('kind', '=', sql.lit(kind))
    .where('state', 'in', ['uploading', 'ready'])
    .$if(ownerId !== undefined, (query) => query.where('owner_id', '=', ownerId!))
    .executeTakeFirstOrThrow();
  return Number(row.bytes);
}

/**
 * Returns the total bytes of all people's videos of this kind that have arrived or may still arrive in
 * running requests.
 */
export async function spaceHeld(db: Db, kind: UploadKind): Promise<number> {
  const missing = await db
    .selectFrom('media_files')
    .select(sql<bigint>`coalesce(sum(size_bytes - held_bytes), 0)::bigint`.as('bytes'))
    .where('kind', '=', sql.lit(kind))
    // A literal condition, because a partial index covers exactly these rows.
    .where(sql<boolean>`state = 'uploading' and check_at is null and held_bytes is not null`)
    .executeTakeFirstOrThrow();
  return (await spaceAnnounced(db, kind)) - Number(missing.bytes);
}

/**
 * Returns the micro-dollars that a host has deposited: confirmed and not disputed, less refunds, also if
 * still under way.
 */
export async function depositedMicros(db: Db, hostId: AccountId): Promise<bigint> {
  const { rows } = await sql<{ micros: bigint }>`
    select coalesce(sum(d.amount_micros - coalesce(r.micros, 0)), 0)::bigint as micros
    from deposits d
    left join lateral (
      select sum(amount_micros) as micros from deposit_refunds
      where deposit_id = d.id and state in ('requested', 'refunding', 'refunded')
    ) r on true
    where d.host_id = ${hostId} and d.state = 'confirmed' and d.frozen_at is null`.execute(db);
  return rows[0]!.micros;
}

/** The person who requests a file. */
export interface Viewer {
  accountId: AccountId;
  role: string | null;
}

/**
 * Returns whether this person may watch the sources of a host. Allowed are the host, admins, and clippers
 * whom the host has not blocked.
 */
export async function mayWatchSources(db: Db, hostId: AccountId, viewer: Viewer | null): Promise<boolean> {
  if (!viewer) return false;
  if (viewer.role === 'admin' || viewer.accountId === hostId) return true;
  if (viewer.role !== 'clipper') return false;
  const block = await db
    .selectFrom('clipper_blocks')
    .select('host_id')
    .where('host_id', '=', hostId)
    .where('clipper_id', '=', viewer.accountId)
    .executeTakeFirst();
  return block === undefined;
}

/** SQL: a listing that was not removed has the video, in any of its versions. */
const isShown = sql<boolean>`exists (select from listing_versions v join listings l on l.id = v.listing_id
  where v.source_media_id = media_files.id and l.state <> 'removed')`;

/**
 * Returns a finished source if this person may see its pictures: everybody may if a listing that was not
 * removed uses it, otherwise only its host and admins.
 */
export async function pictureOfSource(db: Db, id: string, viewer: Viewer | null) {
  return await db
    .selectFrom('media_files')
    .select(columns)
    .where('id', '=', id)
    .where('kind', '=', 'source')
    .where('state', '=', 'ready')
    .where((eb) =>
      eb.or([
        isShown,
        eb.lit(viewer?.role === 'admin'),
        ...(viewer ? [eb('owner_id', '=', viewer.accountId)] : []),
      ]),
    )
    .executeTakeFirst();
}

/**
 * Returns a finished source if this person may watch it. Anyone but its host and admins may watch it only
 * while a listing that was not removed uses it.
 */
export async function visibleSource(db: Db, id: string, viewer: Viewer | null) {
  const file = await db
    .selectFrom('media_files')
    .select(columns)
    .select(isShown.as('is_shown'))
    .where('id', '=', id)
    .where('kind', '=', 'source')
    .where('state', '=', 'ready')
    .executeTakeFirst();
  if (!file || !(await mayWatchSources(db, file.owner_id, viewer))) return undefined;
  return file.is_shown || viewer?.role !== 'clipper' ? file : undefined;
}

/** Returns a person's photo, which everybody with its address may see. */
export async function findPhoto(db: Db, id: string) {
  return await db
    .selectFrom('media_files')
    .select(columns)
    .where('id', '=', id)
    .where('kind', '=', 'photo')
    .where('state', '=', 'ready')
    .executeTakeFirst();
}

/** Returns the paths of all finished files, below the data folder. */
export async function readyPaths(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('media_files')
    .select('storage_key')
    .where('state', '=', 'ready')
    .execute();
  return rows.map(({ storage_key }) => `media/${storage_key}/file`);
}
