import { WorkedExample } from '#web/features/marketing/worked-example.tsx';
import { belowPart } from './below-part.tsx';
import { InfoPage } from './info-page.tsx';
import { SignUpLinks } from './info-parts.tsx';

const Below = belowPart('below-pricing', () => import('./pricing/below.tsx'));

export function PricingPage() {
  return (
    <InfoPage
      title="Pricing"
      description="A 0% platform fee, example scenarios for clippers and hosts, and how and when payouts leave."
      lead="Clipping is free, and the platform fee is 0%. A host who pays $2.00 per 1,000 views pays $2.00, and the clipper gets $2.00."
      action={<SignUpLinks />}
    >
      <WorkedExample />
      <Below />
    </InfoPage>
  );
}
