import { z } from 'zod';

/**
 * A storyboard is sheets of `rows` rows with `columns` tiles each; a tile is at most `sideMax` pixels wide
 * and high.
 */
export const STORYBOARD = { tilesMax: 600, columns: 10, rows: 10, sideMax: 160 } as const;
export const SHEET_TILES = STORYBOARD.columns * STORYBOARD.rows;

/** Small pictures of a source video at equal intervals, in sheets. */
export const storyboard = z.object({
  /** Address of the WebVTT file, by which players show pictures beside the pointer; a sheet is at `{url}/{0…}`. */
  url: z.string(),
  tiles: z.int(),
  tileWidth: z.int(),
  tileHeight: z.int(),
});
export type Storyboard = z.infer<typeof storyboard>;

/** The number of rows of the sheet that begins with this tile. */
export const rowsFrom = (tile: number, tiles: number): number =>
  Math.max(1, Math.ceil(Math.min(SHEET_TILES, tiles - tile) / STORYBOARD.columns));

/** Position of a tile: its sheet's address, its column and row, and the number of rows in the sheet. */
export function tileAt({ url, tiles }: Pick<Storyboard, 'url' | 'tiles'>, tile: number) {
  const place = tile % SHEET_TILES;
  return {
    sheet: `${url}/${Math.floor(tile / SHEET_TILES)}`,
    column: place % STORYBOARD.columns,
    row: Math.floor(place / STORYBOARD.columns),
    rows: rowsFrom(tile - place, tiles),
  };
}
