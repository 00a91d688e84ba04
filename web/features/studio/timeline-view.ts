import { useState } from 'react';
import type { StudioCut } from '#contract/studio.ts';
import type { Stretch } from './lanes.tsx';

export interface TimelineView {
  view: Stretch;
  /** True if the whole source is in view. */
  isWhole: boolean;
  /** Multiplies the length of the part in view, around the playhead. */
  zoom(factor: number): void;
  showAll(): void;
  /** Shows this part, with a margin on both sides. */
  show(part: StudioCut): void;
}

const CLOSEST_SECONDS = 4;
/** Length of the view compared with the part that it shows. */
const WITH_MARGIN = 1.2;

/** Returns the part of the source to show, with `at` in the middle if possible. */
export function stretchAround(at: number, span: number, duration: number): Stretch {
  const from = Math.min(Math.max(0, at - span / 2), Math.max(0, duration - span));
  return { from, span };
}

/** Returns a length of view that is neither longer than the source nor too short to drag in. */
export const boundedSpan = (span: number, duration: number): number =>
  Math.min(duration, Math.max(Math.min(CLOSEST_SECONDS, duration), span));

/** Returns the part of the source that the timeline shows. It follows the playhead `at`. */
export function useTimelineView(duration: number, at: number): TimelineView {
  const [span, setSpan] = useState(duration);
  // The view moves by whole pages rather than with each frame, so that the lanes don't move under a pointer.
  const [anchor, setAnchor] = useState(0);
  const view = stretchAround(anchor, span, duration);
  if (at < view.from || at > view.from + view.span) setAnchor(at + span * 0.4);
  return {
    view,
    isWhole: span >= duration,
    zoom(factor) {
      setSpan(boundedSpan(span * factor, duration));
      setAnchor(at);
    },
    showAll: () => setSpan(duration),
    show({ start, end }) {
      setSpan(boundedSpan((end - start) * WITH_MARGIN, duration));
      setAnchor((start + end) / 2);
    },
  };
}
