import { type ReactNode, useContext } from 'react';
import { InsideContext } from '#web/features/accounts/session.ts';

/** The margins of a public page; the working layout has its own, so this adds none there. */
export function ReadingWidth({ children }: { children: ReactNode }) {
  if (useContext(InsideContext)) return children;
  return (
    <div className="mx-auto flex max-w-[1280px] flex-col gap-9 px-8 pt-7 pb-16 max-md:gap-5 max-md:px-4 max-md:pt-4">
      {children}
    </div>
  );
}
