import type { ReactNode } from 'react';
import type { ListingPage } from '#contract/listings/listings.ts';
import { StudioBar } from './studio-bar.tsx';

/** The studio without its tools. Explains why there are none, and what to do. */
export function PlainStudio({
  listing,
  title,
  children,
}: {
  listing?: ListingPage;
  title?: string;
  children: ReactNode;
}) {
  return (
    <div className="min-h-dvh bg-bg">
      <title>Clip Studio · Permille</title>
      <StudioBar listing={listing} {...(title ? { title } : {})} />
      <main id="main" className="mx-auto flex max-w-160 flex-col items-start gap-4 p-6">
        {children}
      </main>
    </div>
  );
}
