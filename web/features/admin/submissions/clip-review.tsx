import { useState } from 'react';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import type { Clip } from '#contract/clips/clips.ts';
import { HOLD_SCORE } from '#contract/limits.ts';
import type { ReplyOf } from '#web/api/client.ts';
import { useRead } from '#web/api/query.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Note } from '#web/ui/pages/note.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { AppealDialog, appealChoices } from '../appeals/appeal-dialog.tsx';
import { FraudDialog } from './fraud-dialog.tsx';
import { ReleaseHoldDialog, UpholdHoldDialog } from './hold-dialog.tsx';
import { LetPassDialog } from './let-pass-dialog.tsx';
import { consequenceOf, ProveViewsDialog, RejectProofDialog } from './prove-views-dialog.tsx';
import { ApproveClipDialog, RejectClipDialog } from './reject-clip-dialog.tsx';

type Decision =
  | 'approve'
  | 'reject'
  | 'fraud'
  | 'release'
  | 'uphold'
  | 'overturn'
  | 'dismiss'
  | 'pass'
  | 'prove'
  | 'refuse_proof';

type Proof = ReplyOf<typeof adminRoutes.provableViews> | undefined;

const openAppeal = ({ appeals }: Clip) => appeals.find(({ decidedAt }) => decidedAt === null);

/**
 * An admin's decisions at the bottom of a clip's page: an escalated clip, its hold, its appeal, or bought
 * views.
 */
export function ClipReview({ clip }: { clip: Clip }) {
  const [deciding, setDeciding] = useState<Decision | null>(null);
  const proof: Proof = useRead(adminRoutes.provableViews, { params: { id: clip.submissionId } }).data;
  const may = (action: Clip['may'][number]) => clip.may.includes(action);
  const decides =
    may('decide_escalated') ||
    may('decide_hold') ||
    may('decide_appeal') ||
    may('take_back') ||
    may('let_pass') ||
    proof?.request ||
    proof?.provable;
  return (
    <>
      {decides ? (
        <section
          aria-label="Decision"
          className="sticky bottom-0 z-10 flex flex-col gap-3 rounded-panel border border-line bg-raised px-5 py-3.5 max-md:px-4"
        >
          <Reasons clip={clip} proof={proof} />
          <div className="flex flex-wrap justify-end gap-2">
            <Choices clip={clip} proof={proof} onDecide={setDeciding} />
          </div>
        </section>
      ) : null}
      {deciding ? (
        <DecisionDialog clip={clip} proof={proof} kind={deciding} onClose={() => setDeciding(null)} />
      ) : null}
    </>
  );
}

/** Shows why an admin has to decide about the clip. */
function Reasons({ clip, proof }: { clip: Clip; proof: Proof }) {
  return (
    <>
      {clip.may.includes('decide_escalated') ? (
        <Note tone="warning" title="The host did not decide in time">
          Your decision is due by <MomentText at={clip.decideBy} />. Does the clip fit its listing?
        </Note>
      ) : null}
      {clip.may.includes('let_pass') ? (
        <Note tone="warning" title="Are the views real?">
          The score is unusual and holds nothing. Let it pass if they are; otherwise take them back.{' '}
          {(clip.verdict.score ?? 0) >= HOLD_SCORE
            ? 'Their earnings wait for your decision.'
            : 'Without a decision their earnings are released seven days later.'}{' '}
          {clip.reviewNote?.isOpen ? 'The clipper wrote a note, below the score.' : null}
        </Note>
      ) : null}
      {proof?.request ? (
        <Note tone="warning" title="Does the picture show the counts?">
          The clipper shows the analytics of {formatCount(proof.request.views)} views.{' '}
          {proof.request.isCodeRead
            ? `The code ${proof.request.code} was read in the picture.`
            : `The code ${proof.request.code} was not read in the picture.`}{' '}
          {proof.request.pictureUrl ? (
            <a
              href={proof.request.pictureUrl}
              target="_blank"
              rel="noopener noreferrer"
              className="underline"
            >
              See the picture<span className="sr-only"> (new tab)</span>
            </a>
          ) : null}{' '}
          {proof.provable ? consequenceOf(proof.provable) : null}
        </Note>
      ) : null}
      {clip.review?.identity ? (
        <Note tone="warning" title="The same person on both sides?">
          {clip.review.identity} Nothing of this clip is paid before you decide. Released, what was found
          holds no other clip of the two; upheld, the clip is counted no further.
        </Note>
      ) : null}
    </>
  );
}

interface ChoicesProps {
  clip: Clip;
  proof: Proof;
  onDecide: (decision: Decision) => void;
}

function Choices({ clip, proof, onDecide }: ChoicesProps) {
  const may = (action: Clip['may'][number]) => clip.may.includes(action);
  const appeal = openAppeal(clip);
  const choice = (decision: Decision, text: string, main = false) => (
    <Button key={decision} variant={main ? 'primary' : 'danger'} onClick={() => onDecide(decision)}>
      {text}
    </Button>
  );
  return [
    may('take_back') && choice('fraud', 'Claw back views'),
    proof?.request && choice('refuse_proof', 'Refuse picture'),
    proof?.provable && choice('prove', 'Prove views', true),
    may('let_pass') && choice('pass', 'Let score pass', true),
    may('decide_hold') && choice('uphold', 'Reject views'),
    // An appeal against the hold has the same decisions, so they are not offered twice.
    may('decide_hold') && appeal?.of !== 'hold' && choice('release', 'Release hold', true),
    appeal && choice('dismiss', 'Deny appeal'),
    appeal && choice('overturn', appealChoices[appeal.of].overturn.confirmText, true),
    may('decide_escalated') && choice('reject', 'Reject clip'),
    may('decide_escalated') && choice('approve', 'Approve clip', true),
  ];
}

interface DecisionDialogProps {
  clip: Clip;
  proof: Proof;
  kind: Decision;
  onClose: () => void;
}

function DecisionDialog({ clip, proof, kind, onClose }: DecisionDialogProps) {
  const appeal = openAppeal(clip);
  const fraudHoldId = clip.review?.fraudHoldId;
  if (kind === 'approve') return <ApproveClipDialog clipId={clip.submissionId} onClose={onClose} />;
  if (kind === 'reject') return <RejectClipDialog clipId={clip.submissionId} onClose={onClose} />;
  if (kind === 'pass') return <LetPassDialog clipId={clip.submissionId} onClose={onClose} />;
  if (kind === 'refuse_proof') return <RejectProofDialog clipId={clip.submissionId} onClose={onClose} />;
  if (kind === 'prove')
    return proof?.provable ? (
      <ProveViewsDialog clipId={clip.submissionId} provable={proof.provable} onClose={onClose} />
    ) : null;
  if (kind === 'fraud')
    return <FraudDialog clipId={clip.submissionId} views={clip.countedViews} onClose={onClose} />;
  if (kind === 'overturn' || kind === 'dismiss')
    return appeal ? <AppealDialog kind={kind} appeal={appeal} onClose={onClose} /> : null;
  if (!fraudHoldId) return null;
  const HoldDialog = kind === 'release' ? ReleaseHoldDialog : UpholdHoldDialog;
  return <HoldDialog fraudHoldId={fraudHoldId} onClose={onClose} />;
}
