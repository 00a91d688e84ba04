import { Popover as Radix } from 'radix-ui';
import { type ReactNode, useId } from 'react';

export interface PopoverProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** A single focusable child, such as a `Button`. */
  trigger: ReactNode;
  title: string;
  /** An action at the right of the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** A titled sheet attached to its button. The page behind it can still be used. */
export function Popover({ open, onOpenChange, trigger, title, action, children }: PopoverProps) {
  const id = useId();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-labelledby={id}
          align="start"
          sideOffset={8}
          collisionPadding={12}
          className="z-50 flex max-h-[min(34rem,var(--radix-popover-content-available-height))] w-96 max-w-[calc(100vw-1.5rem)] flex-col overflow-hidden rounded-panel border border-line bg-overlay shadow-overlay"
        >
          <div className="flex min-h-12 items-center justify-between gap-3 border-line border-b px-4 py-2">
            <h2 id={id} className="font-bold text-md leading-[1.3]">
              {title}
            </h2>
            {action}
          </div>
          <div className="min-h-0 overflow-y-auto">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
