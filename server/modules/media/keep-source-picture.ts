import { Readable } from 'node:stream';
import { z } from 'zod';
import { SOURCE_PICTURE_MAX_BYTES } from '#contract/limits.ts';
import { rowsFrom, SHEET_TILES, STORYBOARD } from '#contract/storyboard.ts';
import { isRefusal, type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Database } from '#server/infra/transaction.ts';
import { ownUpload } from './queries.ts';
import type { Picture } from './redraw/picture.ts';
import type { RedrawPicture } from './redraw-picture.ts';
import type { Form, MediaStorage } from './storage.ts';

export interface SourcePictureDeps {
  db: Database;
  storage: MediaStorage;
  redraw: RedrawPicture;
}

type Unfit = 'not_found' | 'source_picture_too_large' | 'photo_type' | 'photo_unreadable';

/** What its host's browser says of a sheet: the storyboard it belongs to, and its place there. */
const sheetOf = z.object({
  sheet: z.coerce.number().int().min(0),
  tiles: z.coerce.number().int().min(1).max(STORYBOARD.tilesMax),
  tileWidth: z.coerce.number().int().min(1).max(STORYBOARD.sideMax),
  tileHeight: z.coerce.number().int().min(1).max(STORYBOARD.sideMax),
});

/** Keeps the poster of an own source video, re-encoded. One that stands stays, because its bytes are cached for ever. */
export async function keepPoster(
  deps: SourcePictureDeps,
  ownerId: string,
  id: string,
  sent: Buffer,
): Promise<Outcome<object, Unfit>> {
  const file = await ownSource(deps.db, ownerId, id);
  if (!file) return refuse('not_found');
  if (file.has_poster) return {};
  const picture = await redrawn(deps, sent, 'poster');
  if (isRefusal(picture)) return picture;
  await store(deps.storage, file.storage_key, 'poster', picture.full);
  await store(deps.storage, file.storage_key, 'poster-small', picture.small);
  return (await note(deps, file, { has_poster: true })) ? {} : refuse('not_found');
}

/** Keeps one sheet of the storyboard of an own source video. The last one makes it whole; then it stays as it is. */
export async function keepSheet(
  deps: SourcePictureDeps,
  ownerId: string,
  id: string,
  asked: unknown,
  sent: Buffer,
): Promise<Outcome<object, Unfit | 'storyboard_shape'>> {
  const file = await ownSource(deps.db, ownerId, id);
  if (!file) return refuse('not_found');
  if (file.storyboard_tiles !== null) return {};
  const { data: claimed } = sheetOf.safeParse(asked);
  const last = claimed ? Math.ceil(claimed.tiles / SHEET_TILES) - 1 : 0;
  if (!claimed || claimed.sheet > last) return refuse('storyboard_shape');
  for (let before = 0; before < claimed.sheet; before += 1) {
    if ((await deps.storage.sizeOf(file.storage_key, `sheet-${before}`)) === null)
      return refuse('storyboard_shape');
  }
  const picture = await redrawn(deps, sent, 'storyboard');
  if (isRefusal(picture)) return picture;
  const rows = rowsFrom(claimed.sheet * SHEET_TILES, claimed.tiles);
  if (
    picture.width !== STORYBOARD.columns * claimed.tileWidth ||
    picture.height !== rows * claimed.tileHeight
  ) {
    return refuse('storyboard_shape');
  }
  await store(deps.storage, file.storage_key, `sheet-${claimed.sheet}`, picture.full);
  const whole = {
    storyboard_tiles: claimed.tiles,
    storyboard_tile_width: claimed.tileWidth,
    storyboard_tile_height: claimed.tileHeight,
  };
  return (await note(deps, file, claimed.sheet === last ? whole : {})) ? {} : refuse('not_found');
}

/** One that comes in or is ready. */
async function ownSource(db: Database, ownerId: string, id: string) {
  const file = await ownUpload(db, ownerId, id);
  if (file?.kind !== 'source') return null;
  return file.state === 'uploading' || file.state === 'ready' ? file : null;
}

async function redrawn(
  { redraw }: SourcePictureDeps,
  sent: Buffer,
  kind: 'poster' | 'storyboard',
): Promise<Outcome<Picture, Unfit>> {
  if (sent.length > SOURCE_PICTURE_MAX_BYTES) return refuse('source_picture_too_large');
  return await redraw(sent, kind);
}

async function store(storage: MediaStorage, key: string, form: Form, bytes: Buffer): Promise<void> {
  const part = await storage.receive(key, Readable.from([bytes]), bytes.length);
  await storage.keep(key, part.path, form);
}

/** False when the video was removed meanwhile: then what was just written goes too. */
async function note(
  { db, storage }: SourcePictureDeps,
  { id, storage_key }: { id: string; storage_key: string },
  set: object,
): Promise<boolean> {
  const row = await db
    .updateTable('media_files')
    .set({ storage_key, ...set })
    .where('id', '=', id)
    .where('state', 'in', ['uploading', 'ready'])
    .returning('id')
    .executeTakeFirst();
  if (!row) await storage.remove(storage_key);
  return row !== undefined;
}
