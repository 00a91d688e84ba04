import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from '#web/ui/cx.ts';
import { useReturnFocus } from './return-focus.ts';

export const overlayStyle = 'fixed inset-0 z-50 bg-black/55 data-[state=open]:animate-[rise_120ms_ease-out]';

export const dialogStyle = cx(
  '-translate-x-1/2 -translate-y-1/2 fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] flex-col',
  'rounded-[12px] border border-line bg-overlay shadow-overlay data-[state=open]:animate-[rise_180ms_var(--ease-cut)]',
);

const sheetStyle = cx(
  'fixed inset-x-0 bottom-0 z-50 flex max-h-[85dvh] flex-col rounded-t-[12px]',
  'border-line border-t bg-overlay shadow-overlay data-[state=open]:animate-[rise_180ms_var(--ease-cut)]',
);

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  /** Buttons at the bottom, the main one last. */
  actions?: ReactNode;
  /** True for a width of 640 px instead of 440 px. */
  wide?: boolean;
  /** True if the dialog slides up from the bottom edge at full width, for phones. */
  sheet?: boolean;
  /** False hides the close button in the corner. Escape still calls `onOpenChange`. */
  closeButton?: boolean;
  children?: ReactNode;
}

export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, actions, wide, sheet, children } = props;
  const { closeButton = true } = props;
  const returnFocus = useReturnFocus();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlayStyle} />
        <Radix.Content
          {...returnFocus}
          className={sheet ? sheetStyle : cx(dialogStyle, wide ? 'max-w-160' : 'max-w-110')}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <Radix.Title className={cx('px-5 pt-4.5 font-bold text-md leading-[1.3]', closeButton && 'pr-12')}>
            {title}
          </Radix.Title>
          <div className="min-h-0 overflow-y-auto px-5 pb-4.5">
            {description ? (
              <Radix.Description className="mt-1.25 text-muted">{description}</Radix.Description>
            ) : null}
            {children ? <div className="mt-3.5">{children}</div> : null}
          </div>
          {actions ? <div className="flex flex-wrap justify-end gap-2 px-5 pb-4.5">{actions}</div> : null}
          {/* The close button is last in order, so that the first field gets the focus when the dialog
              opens. */}
          {closeButton ? (
            <Radix.Close
              aria-label="Close"
              className="absolute top-3 right-3 grid size-7.5 shrink-0 place-items-center rounded-control hover:bg-hover"
            >
              <X aria-hidden className="size-3.75" />
            </Radix.Close>
          ) : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
