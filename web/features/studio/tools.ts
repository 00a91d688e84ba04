import type { Dispatch, SetStateAction } from 'react';
import type { TakenSecond } from '#contract/clips/clip-files.ts';
import type { ListingPage } from '#contract/listings/listings.ts';
import type { StudioProject } from '#contract/studio.ts';
import type { OpenedSource } from './open-source.ts';
import type { Player } from './player.ts';
import type { Edit } from './use-project.ts';

/** State of a tab, as `useState` returns it. The parent keeps it while the tab is unmounted. */
export type Kept<Value> = [Value, Dispatch<SetStateAction<Value>>];

/** Props that every part of the studio gets. */
export interface StudioTools {
  listing: ListingPage;
  source: OpenedSource;
  project: StudioProject;
  /** The seconds of the source that other clips already show. */
  taken: readonly TakenSecond[];
  edit: Edit;
  /** Index of the selected cut, whose ends *In* and *Out* move. */
  selected: number;
  select(cut: number): void;
  /** The player; null until it is created. */
  player: Player | null;
  /** Speed of playback; 0 while paused. */
  rate: number;
}
