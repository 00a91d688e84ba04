import type { Clip } from '#contract/clips/clips.ts';
import { fullMoment } from '#contract/dates.ts';
import { ATTESTED_MAX, CAPTION_REPEAT_DAYS } from '#contract/limits.ts';
import { formatUsd } from '#contract/money.ts';
import { reasonTextsWith } from '#contract/submissions/reject-reasons.ts';
import { TroubleNote } from '#web/nouns/trouble-note.tsx';
import { Note } from '#web/ui/pages/note.tsx';
import { CaptionNote } from '../caption-note.tsx';
import { FixNote } from '../fix-note.tsx';
import { Action } from './clip-headline.tsx';
import { fixesOf, type HeadlineAction, headlineOf } from './headline.ts';

/**
 * Shows the problems of a clip: how a rejected one is fixed, which parts its caption lacks, why it is not
 * counted. A note has the action that solves it, unless the head of the page has it.
 */
export function ClipNotes({ clip }: { clip: Clip }) {
  const { captionProblem, viewer } = clip;
  const { resubmit, connect, caption } = fixesOf(clip);
  const head = headlineOf(clip);
  const offered = [head.action?.text, head.secondary?.text];
  const button = (action: HeadlineAction | null) =>
    action && !offered.includes(action.text) ? (
      <Action clip={clip} action={action} variant="secondary" size="sm" />
    ) : null;
  return (
    <>
      {resubmit ? <FixNote row={clip} action={button(resubmit)} /> : null}
      {clip.isResubmission ? (
        <Note title="Fixed and resubmitted.">
          This post was rejected for {reasonTextsWith('fix')} before. It can come back this one time only.
        </Note>
      ) : null}
      {captionProblem && caption ? (
        <CaptionNote captionProblem={captionProblem} action={button(caption)} />
      ) : captionProblem ? (
        <Note tone="warning" title="The caption lacks something that the listing requires.">
          {captionProblem.sentence}{' '}
          {captionProblem.isRepeat
            ? `Another caption of this clipper failed within ${CAPTION_REPEAT_DAYS} days, so the clip earns nothing until it is fixed.`
            : captionProblem.earnsNothing
              ? 'It was not fixed in time, so the clip earns nothing until it is fixed.'
              : `The clipper has until ${fullMoment(captionProblem.fixBy)} to fix it. The clip’s earnings stay pending until then.`}
        </Note>
      ) : null}
      {clip.trouble ? (
        <TroubleNote trouble={clip.trouble} deadline={clip.next.by} action={button(connect)} />
      ) : null}
      {clip.countLevel === 'attested' ? (
        <Note title="Counted by screenshots.">
          No platform counts this clip: its views come from screenshots that two reviewers of Permille
          confirmed. It earns nothing before the first, and {formatUsd(ATTESTED_MAX)} at most.
          {viewer === 'host' ? ' Check its caption and disclosure yourself.' : null}
        </Note>
      ) : null}
    </>
  );
}
