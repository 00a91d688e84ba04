import { type FormEvent, useId, useState } from 'react';
import type { WaitingAttestation } from '#contract/admin/admin-attestations.ts';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { useAction } from '#web/api/action.ts';
import { parseViews } from '#web/nouns/view-count.ts';
import { ViewsField } from '#web/nouns/views-field.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Note } from '#web/ui/pages/note.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import { toast } from '#web/ui/toasts/toast.tsx';
import { AskDialog } from '../ask-dialog.tsx';
import { AttestationEvidence } from './attestation-evidence.tsx';

interface AttestationDialogProps {
  attestation: WaitingAttestation;
  onClose: () => void;
}

/**
 * Shows a screenshot beside the data to compare it with, and a form that confirms its count or refuses it.
 */
export function AttestationDialog({ attestation, onClose }: AttestationDialogProps) {
  const id = useId();
  const [isRefusing, setRefusing] = useState(false);
  const confirm = useConfirm(attestation, onClose);
  if (isRefusing) {
    return <RefuseDialog attestation={attestation} onBack={() => setRefusing(false)} onDone={onClose} />;
  }
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={`@${attestation.clipper}: ${attestation.listing}`}
      actions={
        <>
          <Button variant="danger" onClick={() => setRefusing(true)}>
            Does not match
          </Button>
          {attestation.isMine ? (
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
        <AttestationEvidence attestation={attestation} />
        {attestation.isMine ? (
          <Note title="You confirmed it.">A second reviewer has to confirm it before it counts.</Note>
        ) : (
          <form id={id} noValidate onSubmit={confirm.submit}>
            <ViewsField
              label="Views in the screenshot"
              value={confirm.text}
              error={confirm.error}
              hint="Open the post and check that it is theirs and that this is its count. The lowest confirmed figure counts."
              onChange={confirm.change}
            />
          </form>
        )}
      </div>
    </Dialog>
  );
}

function useConfirm(attestation: WaitingAttestation, onClose: () => void) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const action = useAction(adminRoutes.confirmAttestation, {
    success: ({ countedViews }) => {
      if (countedViews === null) toast.success('Confirmed', 'It counts once a second reviewer confirms it.');
      else toast.success('Counted', `The clip counts ${formatCount(countedViews)} attested views.`);
      onClose();
    },
    error: (refusal) => {
      if (refusal.code === 'attestation_figure_differs') setError(refusal.message);
      else toast.error(refusal.title, refusal.message, { id: 'form' });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const views = parseViews(text);
    if (views === null) setError('Enter the whole number that the picture shows.');
    else if (!action.isPending) action.mutate({ params: { id: attestation.id }, body: { views } });
  };
  const change = (next: string) => {
    setText(next);
    setError(undefined);
  };
  return { text, error, change, submit, busy: action.isPending && ('Confirming...' as const) };
}

interface RefuseProps {
  attestation: WaitingAttestation;
  onBack: () => void;
  onDone: () => void;
}

function RefuseDialog({ attestation, onBack, onDone }: RefuseProps) {
  const refuse = useAction(adminRoutes.refuseAttestation, {
    success: () => {
      toast.info('Screenshot refused', `@${attestation.clipper} reads why and can send another one.`);
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
      hint={`@${attestation.clipper} reads it, and it is recorded in the audit log.`}
      confirmText="Refuse screenshot"
      danger
      busy={refuse.isPending && 'Refusing...'}
      onConfirm={(note) => refuse.mutate({ params: { id: attestation.id }, body: { note } })}
      onClose={onBack}
    />
  );
}
