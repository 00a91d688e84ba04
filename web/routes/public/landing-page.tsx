import { WorkedExample } from '#web/features/marketing/worked-example.tsx';
import { PageMeta } from '#web/ui/page-meta.tsx';
import { Closing } from './landing/closing.tsx';
import { Hero } from './landing/hero.tsx';
import { HowItWorks } from './landing/how-it-works.tsx';
import { Benefits, Pricing, Questions, Testimonials } from './landing/sections.tsx';

/** Understood in five seconds: money that counts with the views. */
export function LandingPage() {
  return (
    <>
      <PageMeta
        title="Permille · Money that counts with the views"
        description="Hosts fund clip listings. Clippers cut, post and earn for every thousand views that really happened."
      />
      <div className="mx-auto flex max-w-[1280px] flex-col px-8 max-md:px-4">
        <Hero />
        <WorkedExample />
        <Benefits />
        <HowItWorks />
        <Pricing />
        <Testimonials />
        <Questions />
      </div>
      <Closing />
    </>
  );
}
