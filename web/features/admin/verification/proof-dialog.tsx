import { type FormEvent, useId, useState } from 'react';
import type { WaitingProof } from '#contract/admin-proofs.ts';
import { adminRoutes } from '#contract/admin-routes.ts';
import { NOTE_MAX } from '#contract/limits.ts';
import { useAction } from '#web/api/action.ts';
import { parseViews } from '#web/nouns/view-count.ts';
import { Button } from '#web/ui/button.tsx';
import { formatCount } from '#web/ui/count.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { toast } from '#web/ui/toast.tsx';
import { AskDialog } from '../ask-dialog.tsx';
import { ProofEvidence } from './proof-evidence.tsx';

interface ProofDialogProps {
  proof: WaitingProof;
  onClose: () => void;
}

/** The picture beside everything it is compared with; then the figure that one reads in it, or why it does not match. */
export function ProofDialog({ proof, onClose }: ProofDialogProps) {
  const id = useId();
  const [isRefusing, setRefusing] = useState(false);
  const confirm = useConfirm(proof, onClose);
  if (isRefusing) {
    return <RefuseDialog proof={proof} onBack={() => setRefusing(false)} onDone={onClose} />;
  }
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={`@${proof.clipper}: ${proof.listing}`}
      actions={
        <>
          <Button variant="danger" onClick={() => setRefusing(true)}>
            Does not match
          </Button>
          {proof.isMine ? (
            <Button onClick={onClose}>Close</Button>
          ) : (
            <Button type="submit" form={id} variant="primary" busy={confirm.busy}>
              Confirm
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <ProofEvidence proof={proof} />
        {proof.isMine ? (
          <Note title="You confirmed it.">A second person has to, before it counts.</Note>
        ) : (
          <form id={id} noValidate onSubmit={confirm.submit}>
            <Field
              label="Views in the screenshot"
              error={confirm.error}
              hint="Open the post: is it theirs, and is this its count? The lowest figure that anybody names counts."
            >
              <TextInput
                inputMode="numeric"
                autoComplete="off"
                value={confirm.text}
                onChange={(event) => confirm.change(event.target.value)}
              />
            </Field>
          </form>
        )}
      </div>
    </Dialog>
  );
}

function useConfirm(proof: WaitingProof, onClose: () => void) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const action = useAction(adminRoutes.confirmProof, {
    success: ({ countedViews }) => {
      if (countedViews === null) toast.success('Confirmed', 'It counts once a second person confirms it.');
      else toast.success('Counted', `The clip counts ${formatCount(countedViews)} attested views.`);
      onClose();
    },
    error: (refusal) => {
      if (refusal.code === 'proof_figure_differs') setError(refusal.message);
      else toast.error(refusal.title, refusal.message, { id: 'form' });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const views = parseViews(text);
    if (views === null) setError('Enter the whole number that the picture shows.');
    else if (!action.isPending) action.mutate({ params: { id: proof.id }, body: { views } });
  };
  const change = (next: string) => {
    setText(next);
    setError(undefined);
  };
  return { text, error, change, submit, busy: action.isPending && ('Confirming...' as const) };
}

interface RefuseProps {
  proof: WaitingProof;
  onBack: () => void;
  onDone: () => void;
}

function RefuseDialog({ proof, onBack, onDone }: RefuseProps) {
  const refuse = useAction(adminRoutes.refuseProof, {
    success: () => {
      toast.success('Screenshot refused', `@${proof.clipper} reads why and can send another one.`);
      onDone();
    },
    error: (error) => toast.error(error.title, error.message, { id: 'form' }),
  });
  return (
    <AskDialog
      title="Does not match"
      description="One refusal is enough. Views that were confirmed before stay counted."
      label="Why"
      missing="Say what does not match."
      hint={`@${proof.clipper} reads it, and it stands in the audit log.`}
      maxLength={NOTE_MAX}
      confirmText="Refuse screenshot"
      danger
      busy={refuse.isPending && 'Refusing...'}
      onConfirm={(note) => refuse.mutate({ params: { id: proof.id }, body: { note } })}
      onClose={onBack}
    />
  );
}
