import { useState } from 'react';
import type { HostSubmissionRow } from '#contract/submissions/submissions.ts';
import type { Chosen } from './use-chosen.ts';

export interface InView {
  chosen: Chosen;
  clip: HostSubmissionRow;
  /** Index in the queue; for a clip that left, its former index. */
  at: number;
  /** The clip left without a decision here: it stays in view, undecidable, until another one is chosen. */
  isGone: boolean;
}

type Clips = readonly HostSubmissionRow[];

/**
 * The clip in view. It never changes on its own, because the next press would decide the new one. `leaving`
 * are the clips decided here.
 */
export function useInView(clips: Clips, chosen: Chosen, leaving: ReadonlySet<string>): InView {
  const [before, setBefore] = useState<InView | null>(null);
  const view = viewOf(clips, chosen, before, leaving);
  if (view !== before) setBefore(view);
  return view;
}

/**
 * `clips` must not be empty. Returns the first clip if the chosen one was never in the queue, or was just
 * decided here.
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

/** The clips before and after the one in view; if it left, those around its former place. */
export function beside(clips: Clips, { at, isGone }: InView) {
  const last = clips.length - 1;
  return isGone
    ? { next: clips[Math.min(at, last)], previous: clips[Math.min(Math.max(at - 1, 0), last)] }
    : { next: clips[at + 1], previous: clips[at - 1] };
}

/** The next clip in view after these are decided; undefined if the one in view is not among them, or none is left. */
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
