import { ReceiptText, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { earnedSoFar } from '#contract/earned.ts';
import { ATTESTED_MAX } from '#contract/limits.ts';
import { formatUsd } from '#contract/money.ts';
import { rejectReasons } from '#contract/reject-reasons.ts';
import type { ClipperSubmissionRow } from '#contract/submissions.ts';
import { TroubleNote } from '#web/nouns/trouble-note.tsx';
import { paths } from '#web/routes/paths.ts';
import { Button, buttonStyle } from '#web/ui/button.tsx';
import { formatCount } from '#web/ui/count.ts';
import { Note } from '#web/ui/note.tsx';
import { CaptionNote } from './caption-note.tsx';
import { ClipAttestation } from './clip-attestation.tsx';
import { FixNote } from './fix-note.tsx';
import { canWithdraw } from './submission-labels.ts';
import { VerdictWhy } from './verdict-why.tsx';

export interface SubmissionDetailProps {
  id: string;
  row: ClipperSubmissionRow;
  onWithdraw: () => void;
  /** What is held of it, and its appeals. */
  appeals: ReactNode;
  /** What host and clipper wrote to each other. */
  thread: ReactNode;
}

/** Why a clip has its status, and what its clipper can do. */
export function SubmissionDetail({ id, row, onWithdraw, appeals, thread }: SubmissionDetailProps) {
  return (
    <section
      id={id}
      aria-label={`Why: ${row.listingTitle}`}
      className="flex flex-col gap-3.5 rounded-control border border-line bg-raised p-4 text-left"
    >
      {row.rejectReason && row.status === 'rejected' ? (
        <Note tone="error" title={`Rejected: ${rejectReasons[row.rejectReason].label}.`}>
          {row.rejectNote}
        </Note>
      ) : null}
      {row.canResubmit ? <FixNote row={row} /> : null}
      {row.appeal || row.appealUntil || row.verdict.fraudHoldState ? appeals : null}
      {row.captionProblem ? <CaptionNote id={row.id} captionProblem={row.captionProblem} /> : null}
      {row.trouble ? (
        <TroubleNote
          trouble={row.trouble}
          action={
            row.trouble.kind === 'not_connected' ? (
              <Link to={paths.clipperSettings()} className={buttonStyle({ size: 'sm' })}>
                Connect your account
              </Link>
            ) : null
          }
        />
      ) : null}
      <VerdictWhy verdict={row.verdict} />
      <p className="text-muted text-sm">
        {earnedSoFar({ ...row, earnedMicros: row.payoutMicros })} You reported{' '}
        {formatCount(row.reportedViews)} views;{' '}
        {row.countLevel === 'attested'
          ? `two reviewers confirmed ${formatCount(row.views)} from screenshots. Only what they confirm is paid, and ${formatUsd(ATTESTED_MAX)} at most.`
          : `the platform counts ${formatCount(row.views)}. Only the platform's count is paid.`}
      </p>
      <ClipAttestation submissionId={row.id} isOwn={row.status !== 'withdrawn'} />
      <div className="flex flex-wrap gap-2">
        <Link to={paths.receipt(row.id)} className={buttonStyle({ size: 'sm' })}>
          <ReceiptText aria-hidden />
          Clip receipt
        </Link>
        {canWithdraw(row) ? (
          <Button size="sm" variant="danger" onClick={onWithdraw}>
            <Undo2 aria-hidden />
            Withdraw
          </Button>
        ) : null}
      </div>
      <div className="border-line border-t pt-3.5">{thread}</div>
    </section>
  );
}
