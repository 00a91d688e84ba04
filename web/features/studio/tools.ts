import type { Dispatch, SetStateAction } from 'react';
import type { TakenSecond } from '#contract/clip-files.ts';
import type { ListingPage } from '#contract/listings.ts';
import type { StudioProject } from '#contract/studio.ts';
import type { OpenedSource } from './open-source.ts';
import type { Player } from './player.ts';
import type { Edit } from './use-project.ts';

/** What `useState` gives, kept by a part that stays. */
export type Kept<Value> = [Value, Dispatch<SetStateAction<Value>>];

/** What every part of the studio works with. */
export interface StudioTools {
  listing: ListingPage;
  source: OpenedSource;
  project: StudioProject;
  /** Which seconds of the source other clips show already. */
  taken: readonly TakenSecond[];
  edit: Edit;
  /** The number of the cut that In and Out move. */
  selected: number;
  select(cut: number): void;
  /** Null until it is made. */
  player: Player | null;
  /** 0 while paused. */
  rate: number;
}
