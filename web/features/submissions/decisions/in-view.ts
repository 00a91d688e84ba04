import { useState } from 'react';
import type { HostSubmissionRow } from '#contract/submissions.ts';
import type { Chosen } from './use-chosen.ts';

export interface InView {
  chosen: Chosen;
  clip: HostSubmissionRow;
  /** Its place in the queue; of a clip that left, the place that it had. */
  at: number;
  /** It left without a decision made here: it stays in view and is not decided until another one is chosen. */
  isGone: boolean;
}

type Clips = readonly HostSubmissionRow[];

/** The clip in view: never another one by itself, for the next press would decide on it. `leaving` are those decided here. */
export function useInView(clips: Clips, chosen: Chosen, leaving: ReadonlySet<string>): InView {
  const [before, setBefore] = useState<InView | null>(null);
  const view = viewOf(clips, chosen, before, leaving);
  if (view !== before) setBefore(view);
  return view;
}

/** Of a queue that is not empty. The first clip when what was chosen never was in it, or was just decided here. */
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

/** The clips beside the one in view; beside one that left, those that stood there. */
export function beside(clips: Clips, { at, isGone }: InView) {
  const last = clips.length - 1;
  return isGone
    ? { next: clips[Math.min(at, last)], previous: clips[Math.min(Math.max(at - 1, 0), last)] }
    : { next: clips[at + 1], previous: clips[at - 1] };
}

/** What comes into view once these are decided; nothing when the clip in view is none of them, or no other is left. */
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
