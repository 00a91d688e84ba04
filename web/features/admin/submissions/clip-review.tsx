import { useState } from 'react';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import type { Clip } from '#contract/clips/clips.ts';
import { useRead } from '#web/api/query.ts';
import { Button, type ButtonVariant } from '#web/ui/forms/button.tsx';
import { Note } from '#web/ui/pages/note.tsx';
import { AppealDialog } from '../appeals/appeal-dialog.tsx';
import { FraudDialog } from './fraud-dialog.tsx';
import { ReleaseHoldDialog, UpholdHoldDialog } from './hold-dialog.tsx';
import { LetPassDialog } from './let-pass-dialog.tsx';
import { ProveViewsDialog, RejectProofDialog } from './prove-views-dialog.tsx';
import { ApproveClipDialog, RejectClipDialog } from './reject-clip-dialog.tsx';
import { openAppealOf, type Proof, type ReviewCase, type ReviewChoice, reviewOf } from './review-cases.tsx';

/**
 * The decisions that wait for an admin, at the bottom of a clip's page. Each offers at most two answers, which
 * name their consequence.
 */
export function ClipReview({ clip }: { clip: Clip }) {
  const [deciding, setDeciding] = useState<ReviewChoice | null>(null);
  const proof: Proof = useRead(adminRoutes.provableViews, { params: { id: clip.submissionId } }).data;
  const { cases, others } = reviewOf(clip, proof);
  return (
    <>
      {cases.length > 0 || others.length > 0 ? (
        <section
          aria-label="Decision"
          className="sticky bottom-0 z-10 flex max-h-[70vh] flex-col gap-3 overflow-y-auto rounded-panel border border-line bg-raised px-5 py-3.5 max-md:px-4"
        >
          {cases.map((one) => (
            <CaseToDecide key={one.title} of={one} onDecide={setDeciding} />
          ))}
          {others.length > 0 ? (
            <div className="flex flex-wrap justify-end gap-2">
              {others.map((choice) => (
                <ChoiceButton key={choice.decision} choice={choice} variant="quiet" onDecide={setDeciding} />
              ))}
            </div>
          ) : null}
        </section>
      ) : null}
      {deciding ? (
        <DecisionDialog clip={clip} proof={proof} choice={deciding} onClose={() => setDeciding(null)} />
      ) : null}
    </>
  );
}

interface CaseProps {
  of: ReviewCase;
  onDecide: (choice: ReviewChoice) => void;
}

function CaseToDecide({ of: { title, about, primary, secondary }, onDecide }: CaseProps) {
  return (
    <div className="flex flex-col gap-2.5">
      <Note tone="warning" title={title}>
        {about}
      </Note>
      <div className="flex flex-wrap justify-end gap-2">
        {secondary ? <ChoiceButton choice={secondary} variant="danger" onDecide={onDecide} /> : null}
        {primary ? <ChoiceButton choice={primary} variant="primary" onDecide={onDecide} /> : null}
      </div>
    </div>
  );
}

interface ChoiceButtonProps {
  choice: ReviewChoice;
  variant: ButtonVariant;
  onDecide: (choice: ReviewChoice) => void;
}

const ChoiceButton = ({ choice, variant, onDecide }: ChoiceButtonProps) => (
  <Button
    variant={variant}
    className="h-auto min-h-9 max-w-full whitespace-normal py-1.5 max-md:w-full"
    onClick={() => onDecide(choice)}
  >
    {choice.text}
  </Button>
);

interface DecisionDialogProps {
  clip: Clip;
  proof: Proof;
  choice: ReviewChoice;
  onClose: () => void;
}

function DecisionDialog({ clip, proof, choice, onClose }: DecisionDialogProps) {
  const appeal = openAppealOf(clip);
  const fraudHoldId = clip.review?.fraudHoldId;
  const asked = { clipId: clip.submissionId, title: choice.text, onClose };
  const kind = choice.decision;
  if (kind === 'approve') return <ApproveClipDialog {...asked} />;
  if (kind === 'reject') return <RejectClipDialog {...asked} />;
  if (kind === 'pass') return <LetPassDialog {...asked} />;
  if (kind === 'refuse_proof') return <RejectProofDialog {...asked} />;
  if (kind === 'prove')
    return proof?.provable ? <ProveViewsDialog {...asked} provable={proof.provable} /> : null;
  if (kind === 'fraud') return <FraudDialog {...asked} views={clip.countedViews} />;
  if (kind === 'overturn' || kind === 'dismiss')
    return appeal ? <AppealDialog kind={kind} appeal={appeal} title={choice.text} onClose={onClose} /> : null;
  if (!fraudHoldId) return null;
  const HoldDialog = kind === 'release' ? ReleaseHoldDialog : UpholdHoldDialog;
  return <HoldDialog fraudHoldId={fraudHoldId} title={choice.text} onClose={onClose} />;
}
