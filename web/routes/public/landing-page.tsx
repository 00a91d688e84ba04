import { Suspense } from 'react';
import { WorkedExample } from '#web/features/marketing/worked-example.tsx';
import { lazyPart } from '#web/ui/pages/lazy-part.tsx';
import { PageMeta } from '#web/ui/pages/page-meta.tsx';
import { whenNear } from '#web/ui/pages/when-near.ts';
import { Hero } from './landing/hero.tsx';

const Below = lazyPart(async () => {
  await whenNear('below');
  return (await import('./landing/below.tsx')).Below;
});

export function LandingPage() {
  return (
    <>
      <PageMeta
        title="Permille · Money that counts with the views"
        description="Hosts fund clip listings. Clippers cut, post and earn for every 1,000 verified views."
      />
      <div className="mx-auto flex max-w-[1280px] flex-col px-8 max-md:px-4">
        <Hero />
        <WorkedExample />
      </div>
      <div id="below">
        {/* The fallback is as high as the window, so that the footer does not jump. */}
        <Suspense fallback={<div className="min-h-dvh" />}>
          <Below />
        </Suspense>
      </div>
    </>
  );
}
