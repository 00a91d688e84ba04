import type { FastifyReply, FastifyRequest } from 'fastify';
import { SHEET_TILES, type Storyboard, tileAt } from '#contract/media/storyboard.ts';
import { sendProblem } from '#server/http/problem.ts';
import type { Database } from '#server/infra/transaction.ts';
import { pictureOfSource, type UploadRow } from './queries.ts';
import { servePicture } from './serve.ts';
import type { Form, MediaStorage } from './storage.ts';

type Pictures = Pick<
  UploadRow,
  'id' | 'has_poster' | 'storyboard_tiles' | 'storyboard_tile_width' | 'storyboard_tile_height'
>;

export const posterPath = ({ id, has_poster }: Pick<Pictures, 'id' | 'has_poster'>): string | null =>
  has_poster ? `/media/${id}/poster` : null;

export function storyboardOf(file: Omit<Pictures, 'has_poster'>): Storyboard | null {
  const { id, storyboard_tiles: tiles, storyboard_tile_width: width, storyboard_tile_height: height } = file;
  if (tiles === null || width === null || height === null) return null;
  return { url: `/media/${id}/storyboard`, tiles, tileWidth: width, tileHeight: height };
}

/** Returns the light copy of a source video; null if there is none and none is being made. */
export function lightOf({ id, light, light_share }: Pick<UploadRow, 'id' | 'light' | 'light_share'>) {
  if (light === 'ready') return { url: `/media/${id}/light`, share: 1 };
  return light === null && light_share > 0 ? { url: null, share: light_share } : null;
}

interface Deps {
  db: Database;
  storage: MediaStorage;
}

/** Sends the poster or a sheet of the storyboard of a source video. */
export async function serveSourcePicture(
  { db, storage }: Deps,
  id: string,
  request: FastifyRequest,
  reply: FastifyReply,
  form: Form,
): Promise<FastifyReply> {
  const file = await pictureOfSource(db, id, request.actor ?? null);
  const shown = file && hasForm(file, form) ? { ...file, content_type: 'image/webp' } : undefined;
  return await servePicture(storage, shown, { form, caching: KEPT }, request, reply);
}

function hasForm(file: Pictures, form: Form): boolean {
  if (form === 'poster' || form === 'poster-small') return file.has_poster;
  const sheet = Number(form.replace('sheet-', ''));
  return file.storyboard_tiles !== null && sheet * SHEET_TILES < file.storyboard_tiles;
}

/** Sends the storyboard as WebVTT, which says which tile of which sheet to show for which seconds. */
export async function serveStoryboard(
  { db }: Deps,
  id: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const file = await pictureOfSource(db, id, request.actor ?? null);
  const storyboard = file && storyboardOf(file);
  if (!storyboard) return sendProblem(reply, 'not_found');
  return reply
    .headers({ 'content-type': 'text/vtt; charset=utf-8', 'cache-control': KEPT })
    .send(storyboardText(storyboard, Number(file.duration_ms)));
}

/** Access ends when a listing is removed; a browser may show its cached pictures for a day longer. */
const KEPT = 'private, max-age=86400';

export function storyboardText(storyboard: Storyboard, durationMs: number): string {
  const { tiles, tileWidth, tileHeight } = storyboard;
  const cues = Array.from({ length: tiles }, (_, tile) => {
    const { sheet, column, row } = tileAt(storyboard, tile);
    const place = [column * tileWidth, row * tileHeight, tileWidth, tileHeight];
    const [from, to] = [tile, tile + 1].map((edge) => timestamp(Math.round((durationMs * edge) / tiles)));
    return `${from} --> ${to}\n${sheet}#xywh=${place}`;
  });
  return `WEBVTT\n\n${cues.join('\n\n')}\n`;
}

/** Formats a time: "01:02:03.004". */
function timestamp(ms: number): string {
  const two = (part: number) => String(Math.floor(part)).padStart(2, '0');
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}.${String(ms % 1000).padStart(3, '0')}`;
}
