import { type ReactNode, useContext } from 'react';
import { InsideContext } from '#web/features/accounts/session.ts';

/** Adds the margins of a public page. In the working layout it adds none, because that layout has margins. */
export function ReadingWidth({ children }: { children: ReactNode }) {
  if (useContext(InsideContext)) return children;
  return (
    <div className="mx-auto flex max-w-[1280px] flex-col gap-9 px-8 pt-7 pb-16 max-md:gap-5 max-md:px-4 max-md:pt-4">
      {children}
    </div>
  );
}
