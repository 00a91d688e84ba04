import { AlertDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from '#web/ui/cx.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { dialogStyle, overlayStyle } from './dialog.tsx';
import { useReturnFocus } from './return-focus.ts';

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: ReactNode;
  /** Label of the button. It names the action: "Sign out", never "OK". */
  confirmText: string;
  cancelText?: string;
  /** True if the action can't be undone. */
  danger?: boolean;
  busy?: string | false | undefined;
  /** Performs the action. The caller then closes the dialog. */
  onConfirm: () => void;
  children?: ReactNode;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, description, confirmText, cancelText = 'Cancel', danger, busy } = props;
  const returnFocus = useReturnFocus();
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={overlayStyle} />
        <AlertDialog.Content {...returnFocus} className={cx(dialogStyle, 'max-w-110 overflow-y-auto')}>
          <div className="px-5 pt-4.5">
            <AlertDialog.Title className="font-bold text-md leading-[1.3]">{title}</AlertDialog.Title>
            <AlertDialog.Description className="mt-1.25 text-muted">{description}</AlertDialog.Description>
            {props.children ? <div className="mt-3.5">{props.children}</div> : null}
          </div>
          <div className="flex flex-wrap justify-end gap-2 px-5 py-4.5">
            <AlertDialog.Cancel asChild>
              <Button>{cancelText}</Button>
            </AlertDialog.Cancel>
            <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={props.onConfirm}>
              {confirmText}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
