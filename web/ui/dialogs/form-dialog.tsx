import { type ReactNode, useId } from 'react';
import { Button } from '#web/ui/forms/button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';

export interface FormDialogProps extends Pick<DialogProps, 'title' | 'description' | 'wide'> {
  /** Label of the main button, which names the action. */
  submitText: string;
  /** True if the action can't be undone. */
  danger?: boolean | undefined;
  /** Text of the main button while the form is sent; further submits are then ignored. */
  busy: string | false;
  /** True if Escape and the close button do nothing while the form is sent. */
  staysWhileBusy?: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog with a form, which is shown while it is mounted. */
export function FormDialog(props: FormDialogProps) {
  const { submitText, danger, busy, staysWhileBusy, onSubmit, onClose, children, ...dialog } = props;
  const id = useId();
  return (
    <Dialog
      {...dialog}
      open
      onOpenChange={(open) => {
        if (!open && !(staysWhileBusy && busy)) onClose();
      }}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant={danger ? 'danger' : 'primary'} busy={busy}>
            {submitText}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // React also sends the submit event to the form from which this dialog was opened.
          event.stopPropagation();
          if (!busy) onSubmit();
        }}
        className="flex flex-col gap-4"
      >
        {children}
      </form>
    </Dialog>
  );
}
