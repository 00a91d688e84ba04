import type { Storyboard } from '#contract/media/storyboard.ts';
import { StoryboardTile, tileOf } from '#web/nouns/storyboard-tile.tsx';
import { lane, type Stretch } from './lanes.tsx';

/** Number of tiles that fill the lane on a wide screen, at a height of 60 pixels. */
const LANE_TILES = 28;

/** Shows pictures of the source, each at its second. */
export function TileLane({
  view,
  storyboard,
  duration,
}: {
  view: Stretch;
  storyboard: Storyboard;
  duration: number;
}) {
  const slots = Math.round((LANE_TILES * storyboard.tileHeight) / storyboard.tileWidth);
  return (
    <div aria-hidden="true" className={`${lane} h-15`}>
      {Array.from({ length: slots }, (_, slot) => {
        const left = slot / slots;
        const seconds = view.from + (left + 0.5 / slots) * view.span;
        return (
          <span key={left} className="absolute inset-y-0" style={{ left: `${left * 100}%` }}>
            <StoryboardTile
              storyboard={storyboard}
              tile={tileOf(storyboard, seconds, duration)}
              className="h-full"
            />
          </span>
        );
      })}
    </div>
  );
}
