import { STORYBOARD, type Storyboard, tileAt } from '#contract/media/storyboard.ts';
import { cx } from '#web/ui/cx.ts';

/** Returns the index of the tile that shows this second of a video. */
export const tileOf = ({ tiles }: Storyboard, seconds: number, duration: number): number =>
  Math.max(0, Math.min(tiles - 1, Math.floor((seconds / duration) * tiles)));

/** Shows one tile of a source's storyboard in the tile's shape. `className` must set the width or height. */
export function StoryboardTile({
  storyboard,
  tile,
  className,
}: {
  storyboard: Storyboard;
  tile: number;
  className?: string;
}) {
  const { sheet, column, row, rows } = tileAt(storyboard, tile);
  const down = rows === 1 ? 0 : (row / (rows - 1)) * 100;
  return (
    <span
      aria-hidden="true"
      className={cx('block bg-black', className)}
      style={{
        aspectRatio: `${storyboard.tileWidth} / ${storyboard.tileHeight}`,
        backgroundImage: `url(${sheet})`,
        backgroundSize: `${STORYBOARD.columns * 100}% ${rows * 100}%`,
        backgroundPosition: `${(column / (STORYBOARD.columns - 1)) * 100}% ${down}%`,
      }}
    />
  );
}
