import type { Declared } from './history.ts';

/** Reactions of people to the clip in the first hours after a share. */
export interface Reactions {
  views: number;
  /** Likes per view, as a part of the rest of the clip's; NaN if unknown. */
  likes: number;
  /** 0 to 1: whether likes, comments and the fading of the growth fit an audience. */
  reacted: number;
  /** Like `reacted`, in case the clip has so few likes that only watch time can compensate for them. */
  faded: number;
}

/** A declaration with what the counts say about it. */
export interface CheckedDeclaration {
  kind: Declared['kind'];
  by: Declared['by'];
  atHours: number;
  /** 0 to 1, by who declared it and how soon. */
  weight: number;
  reactions: Reactions;
  /** 0 to 1: whether released figures show that the views after the share were watched; NaN if unknown. */
  watched: number;
  /** Whether the comment counter did not rise after the stated time. */
  isSilent: boolean;
}
