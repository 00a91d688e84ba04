import { z } from 'zod';

/**
 * A storyboard consists of sheets with `rows` rows of `columns` tiles. A tile is at most `sideMax` pixels
 * wide and high.
 */
export const STORYBOARD = { tilesMax: 600, columns: 10, rows: 10, sideMax: 160 } as const;
export const SHEET_TILES = STORYBOARD.columns * STORYBOARD.rows;

/** Small pictures of a source video at equal intervals, in sheets. */
export const storyboard = z.object({
  /**
   * Address of the WebVTT file from which players show a picture beside the pointer. Sheet number n is at
   * `{url}/{n}`, counted from 0.
   */
  url: z.string(),
  tiles: z.int(),
  tileWidth: z.int(),
  tileHeight: z.int(),
});
export type Storyboard = z.infer<typeof storyboard>;

/** Returns the number of rows of the sheet whose first tile is number `tile`. */
export const rowsFrom = (tile: number, tiles: number): number =>
  Math.max(1, Math.ceil(Math.min(SHEET_TILES, tiles - tile) / STORYBOARD.columns));

/**
 * Returns where a tile is: the address of its sheet, its column and row, and the number of rows of the sheet.
 */
export function tileAt({ url, tiles }: Pick<Storyboard, 'url' | 'tiles'>, tile: number) {
  const place = tile % SHEET_TILES;
  return {
    sheet: `${url}/${Math.floor(tile / SHEET_TILES)}`,
    column: place % STORYBOARD.columns,
    row: Math.floor(place / STORYBOARD.columns),
    rows: rowsFrom(tile - place, tiles),
  };
}
