import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

/** Stands once, in the app's root: 700 ms before the first tip, none between neighbours within 300 ms. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Radix.Provider>
  );
}

/** The child must be focusable: what a mouse can read, a keyboard can too. */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactNode }) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          sideOffset={6}
          collisionPadding={8}
          className="z-60 max-w-70 rounded-[5px] bg-ink px-2.25 py-1.5 text-bg text-xs"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
