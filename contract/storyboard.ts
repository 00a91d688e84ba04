import { z } from 'zod';

/** The tiles of a storyboard stand in rows of so many, in sheets of so many rows; each is at most so wide and high. */
export const STORYBOARD = { tilesMax: 600, columns: 10, rows: 10, sideMax: 160 } as const;
export const SHEET_TILES = STORYBOARD.columns * STORYBOARD.rows;

/** Small pictures of a source video, evenly spread over its length, in sheets. */
export const storyboard = z.object({
  /** As WebVTT, which players show beside the pointer; a sheet is at `{url}/{0…}`. */
  url: z.string(),
  tiles: z.int(),
  tileWidth: z.int(),
  tileHeight: z.int(),
});
export type Storyboard = z.infer<typeof storyboard>;

/** How many rows the sheet has that begins with this tile. */
export const rowsFrom = (tile: number, tiles: number): number =>
  Math.max(1, Math.ceil(Math.min(SHEET_TILES, tiles - tile) / STORYBOARD.columns));

/** Where a tile is: the address of its sheet, its place there, and how many rows the sheet has. */
export function tileAt({ url, tiles }: Pick<Storyboard, 'url' | 'tiles'>, tile: number) {
  const place = tile % SHEET_TILES;
  return {
    sheet: `${url}/${Math.floor(tile / SHEET_TILES)}`,
    column: place % STORYBOARD.columns,
    row: Math.floor(place / STORYBOARD.columns),
    rows: rowsFrom(tile - place, tiles),
  };
}
