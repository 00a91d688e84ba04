import { WorkedExample } from '#web/features/marketing/worked-example.tsx';
import { PageMeta } from '#web/ui/pages/page-meta.tsx';
import { belowPart } from './below-part.tsx';
import { Hero } from './landing/hero.tsx';

const Below = belowPart('below-landing', () => import('./landing/below.tsx'));

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
      <Below />
    </>
  );
}
