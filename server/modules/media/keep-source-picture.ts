import { Readable } from 'node:stream';
import { z } from 'zod';
import type { AccountId } from '#contract/accounts/ids.ts';
import { SOURCE_PICTURE_MAX_BYTES } from '#contract/limits.ts';
import { rowsFrom, SHEET_TILES, STORYBOARD } from '#contract/media/storyboard.ts';
import { isRefusal, type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Database } from '#server/infra/transaction.ts';
import { ownUpload } from './queries.ts';
import type { Picture } from './redraw/picture.ts';
import type { RedrawPicture } from './redraw-picture.ts';
import type { Form, MediaStorage } from './storage.ts';
import { whileKept } from './while-kept.ts';

export interface SourcePictureDeps {
  db: Database;
  storage: MediaStorage;
  redraw: RedrawPicture;
}

type Unfit = 'not_found' | 'source_picture_too_large' | 'photo_type' | 'photo_unreadable';

/** The browser's description of a sheet: the storyboard to which it belongs, and its position there. */
const sheetOf = z.object({
  sheet: z.coerce.number().int().min(0),
  tiles: z.coerce.number().int().min(1).max(STORYBOARD.tilesMax),
  tileWidth: z.coerce.number().int().min(1).max(STORYBOARD.sideMax),
  tileHeight: z.coerce.number().int().min(1).max(STORYBOARD.sideMax),
});

/**
 * Re-encodes and stores the poster of a person's own source video. An existing poster is kept, because
 * browsers cache its bytes for ever.
 */
export async function keepPoster(
  deps: SourcePictureDeps,
  ownerId: AccountId,
  id: string,
  sent: Buffer,
): Promise<Outcome<object, Unfit>> {
  const file = await ownSource(deps.db, ownerId, id);
  if (!file) return refuse('not_found');
  if (file.has_poster) return {};
  const picture = await redrawn(deps, sent, 'poster');
  if (isRefusal(picture)) return picture;
  const kept = await whileKept(deps, file, async () => {
    await store(deps.storage, file.storage_key, 'poster', picture.full);
    await store(deps.storage, file.storage_key, 'poster-small', picture.small);
    await note(deps.db, file.id, { has_poster: true });
    return {};
  });
  return kept ?? refuse('not_found');
}

/**
 * Stores one sheet of the storyboard of a person's own source video. The last sheet completes the storyboard,
 * which then never changes.
 */
export async function keepSheet(
  deps: SourcePictureDeps,
  ownerId: AccountId,
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
  const whole = {
    storyboard_tiles: claimed.tiles,
    storyboard_tile_width: claimed.tileWidth,
    storyboard_tile_height: claimed.tileHeight,
  };
  const kept = await whileKept(deps, file, async () => {
    await store(deps.storage, file.storage_key, `sheet-${claimed.sheet}`, picture.full);
    if (claimed.sheet === last) await note(deps.db, file.id, whole);
    return {};
  });
  return kept ?? refuse('not_found');
}

/** Returns the person's own source video if it is arriving or ready. */
async function ownSource(db: Database, ownerId: AccountId, id: string) {
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

async function note(db: Database, id: string, set: object): Promise<void> {
  await db
    .updateTable('media_files')
    .set(set)
    .where('id', '=', id)
    .where('state', 'in', ['uploading', 'ready'])
    .execute();
}
