import { useState } from 'react';
import type { HostSubmissionRow } from '#contract/submissions/submissions.ts';
import type { Chosen } from './use-chosen.ts';

export interface InView {
  chosen: Chosen;
  clip: HostSubmissionRow;
  /** Index of the clip in the queue. For a clip that left the queue, its last index. */
  at: number;
  /**
   * True if the clip left the queue without a decision on this page. It stays in view, without a way to
   * decide it, until another clip is chosen.
   */
  isGone: boolean;
}

type Clips = readonly HostSubmissionRow[];

/**
 * Returns the clip in view. No update of the queue replaces it by another clip, because the next press would
 * decide the other clip. `leaving` has the clips that were decided on this page.
 */
export function useInView(clips: Clips, chosen: Chosen, leaving: ReadonlySet<string>): InView {
  const [before, setBefore] = useState<InView | null>(null);
  const view = viewOf(clips, chosen, before, leaving);
  if (view !== before) setBefore(view);
  return view;
}

/**
 * Returns the clip in view. It is the first clip if the chosen clip was never in the queue, or was just
 * decided on this page. `clips` must not be empty.
 */
export function viewOf(
  clips: Clips,
  chosen: Chosen,
  before: InView | null,
  leaving: ReadonlySet<string>,
): InView {
  const stays = before?.chosen === chosen ? before : null;
  const id = stays ? stays.clip.id : chosen.id;
  const found = clips.findIndex((clip) => clip.id === id);
  if (found < 0 && stays && !leaving.has(stays.clip.id))
    return stays.isGone ? stays : { ...stays, isGone: true };
  const at = Math.max(0, found);
  const clip = clips[at]!;
  if (stays && stays.clip === clip && stays.at === at && !stays.isGone) return stays;
  return { chosen, clip, at, isGone: false };
}

/**
 * Returns the clips before and after the clip in view. If it left the queue, these are the clips around its
 * last index.
 */
export function neighboursOf(clips: Clips, { at, isGone }: InView) {
  const last = clips.length - 1;
  return isGone
    ? { next: clips[Math.min(at, last)], previous: clips[Math.min(Math.max(at - 1, 0), last)] }
    : { next: clips[at + 1], previous: clips[at - 1] };
}

/**
 * Returns the clip to show after these clips are decided. Undefined if they don't include the clip in view,
 * or if no clip is left.
 */
export function afterDeciding(
  clips: Clips,
  { clip, at, isGone }: InView,
  decided: readonly { id: string }[],
): HostSubmissionRow | undefined {
  const ids = new Set(decided.map(({ id }) => id));
  if (!ids.has(clip.id)) return undefined;
  const left = (row: HostSubmissionRow) => !ids.has(row.id);
  return clips.slice(isGone ? at : at + 1).find(left) ?? clips.slice(0, at).findLast(left);
}
