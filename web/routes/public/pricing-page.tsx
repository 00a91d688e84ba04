import { Link } from 'react-router';
import { limitRows, payoutPoints } from '#web/features/marketing/pricing-content.ts';
import { BudgetScenarios, ClipScenarios } from '#web/features/marketing/scenarios.tsx';
import { WorkedExample } from '#web/features/marketing/worked-example.tsx';
import { Fact, Facts, Panel } from '#web/ui/pages/panel.tsx';
import { paths } from '../paths.ts';
import { InfoPage } from './info-page.tsx';
import { Band, Points, SignUpLinks } from './info-parts.tsx';

export function PricingPage() {
  return (
    <InfoPage
      title="Pricing"
      description="A 0% platform fee, example scenarios for clippers and hosts, and how and when payouts leave."
      lead="Clipping is free, and the platform fee is 0%. A host who pays $2.00 per 1,000 views pays $2.00, and the clipper gets $2.00."
      action={<SignUpLinks />}
    >
      <WorkedExample />
      <Band
        title="What a clip earns"
        lead="Views / 1,000 × rate, for every verified view. These are examples; each listing shows its own rate."
      >
        <ClipScenarios />
      </Band>
      <div className="grid grid-cols-1 gap-x-10 gap-y-14 max-md:gap-y-10 lg:grid-cols-[1.6fr_1fr]">
        <Band title="How far a budget goes" lead="A host never pays more than the budget of a listing.">
          <BudgetScenarios />
          <p className="mt-4 text-muted">
            How many bought views get through?{' '}
            <Link to={paths.promise()} className="link text-ink">
              What we promise hosts
            </Link>
          </p>
        </Band>
        <Band title="The limits" lead="The same for everyone.">
          <Panel>
            <Facts>
              {limitRows.map(({ name, value }) => (
                <Fact key={name} name={name}>
                  {value}
                </Fact>
              ))}
            </Facts>
          </Panel>
        </Band>
      </div>
      <Band title="Payouts" lead="On request or every week, each with its own minimum.">
        <Points items={payoutPoints} />
      </Band>
    </InfoPage>
  );
}
