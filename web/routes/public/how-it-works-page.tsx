import { clipperPath, hostPath, viewPoints } from '#web/features/marketing/path-content.ts';
import { InfoPage } from './info-page.tsx';
import { Band, Points, SignUpLinks } from './info-parts.tsx';
import { Steps } from './landing/how-it-works.tsx';

export function HowItWorksPage() {
  return (
    <InfoPage
      title="How it works"
      description="From a stream to a payout: the way of a host, the way of a clipper, and how views are verified."
      lead="From a stream to a payout, step by step. At each step both sides see the same figures."
      action={<SignUpLinks />}
    >
      <Band title="Two ways, one listing">
        <div className="grid grid-cols-1 gap-x-16 gap-y-10 md:grid-cols-2">
          <Steps title="For hosts" aside="You have hours of stream" steps={hostPath} />
          <Steps title="For creators" aside="You know where the moment is" steps={clipperPath} />
        </div>
      </Band>
      <Band
        title="How views are verified"
        lead="By AI analysis plus human verification. Hosts pay for verified views only, and clippers see why a view counted or not."
      >
        <Points items={viewPoints} />
      </Band>
    </InfoPage>
  );
}
