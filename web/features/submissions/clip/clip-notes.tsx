import { Link } from 'react-router';
import type { Clip } from '#contract/clips/clips.ts';
import { fullMoment } from '#contract/dates.ts';
import { ATTESTED_MAX, CAPTION_REPEAT_DAYS } from '#contract/limits.ts';
import { formatUsd } from '#contract/money.ts';
import { reasonTextsWith, rejectReasons } from '#contract/submissions/reject-reasons.ts';
import { TroubleNote } from '#web/nouns/trouble-note.tsx';
import { paths } from '#web/routes/paths.ts';
import { buttonStyle } from '#web/ui/forms/button.tsx';
import { Note } from '#web/ui/pages/note.tsx';
import { CaptionNote } from '../caption-note.tsx';
import { FixNote } from '../fix-note.tsx';

/**
 * Shows the problems of a clip: why it was rejected, which parts its caption lacks, why it is not counted.
 */
export function ClipNotes({ clip }: { clip: Clip }) {
  const { captionProblem, viewer } = clip;
  return (
    <>
      {clip.rejectReason && clip.status === 'rejected' ? (
        <Note tone="error" title={`Rejected: ${rejectReasons[clip.rejectReason].label}.`}>
          {clip.rejectNote}
        </Note>
      ) : null}
      {clip.may.includes('resubmit') ? <FixNote row={clip} /> : null}
      {clip.isResubmission ? (
        <Note title="Fixed and resubmitted.">
          This post was rejected for {reasonTextsWith('fix')} before. It can come back this one time only.
        </Note>
      ) : null}
      {captionProblem && clip.may.includes('check_caption') ? (
        <CaptionNote id={clip.submissionId} captionProblem={captionProblem} />
      ) : captionProblem ? (
        <Note tone="warning" title="The post is missing what the listing asks for.">
          {captionProblem.sentence}{' '}
          {captionProblem.isRepeat
            ? `Another caption of this clipper failed within ${CAPTION_REPEAT_DAYS} days, so the clip earns nothing until it is fixed.`
            : captionProblem.earnsNothing
              ? 'It was not fixed in time, so the clip earns nothing until it is fixed.'
              : `The clipper has until ${fullMoment(captionProblem.fixBy)} to fix it. What the clip earns until then stays pending.`}
        </Note>
      ) : null}
      {clip.trouble ? (
        <TroubleNote
          trouble={clip.trouble}
          action={
            clip.trouble.kind === 'not_connected' && viewer === 'clipper' ? (
              <Link to={paths.clipperSettings('accounts')} className={buttonStyle({ size: 'sm' })}>
                Connect your account
              </Link>
            ) : null
          }
        />
      ) : null}
      {clip.countLevel === 'attested' ? (
        <Note title="Counted by screenshots.">
          No platform counts this clip: its views are those of screenshots that two reviewers of Permille
          confirmed. It earns nothing before the first, and {formatUsd(ATTESTED_MAX)} at most.
          {viewer === 'host' ? ' Check its caption and disclosure yourself.' : null}
        </Note>
      ) : null}
    </>
  );
}
