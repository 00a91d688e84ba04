import { Closing } from './closing.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { MomentSection } from './moments.tsx';
import { ReceiptSection } from './receipt.tsx';
import { Benefits, Pricing, Questions, Testimonials } from './sections.tsx';

/** The part of the landing page below its first screen. */
export function Below() {
  return (
    <>
      <div className="mx-auto flex max-w-[1280px] flex-col px-8 max-md:px-4">
        <Benefits />
        <ReceiptSection />
        <HowItWorks />
        <MomentSection />
        <Pricing />
        <Testimonials />
        <Questions />
      </div>
      <Closing />
    </>
  );
}
