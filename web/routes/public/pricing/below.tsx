import { Link } from 'react-router';
import { limitRows, payoutPoints } from '#web/features/marketing/pricing-content.ts';
import { BudgetScenarios, ClipScenarios } from '#web/features/marketing/scenarios.tsx';
import { Fact, Facts, Panel } from '#web/ui/pages/panel.tsx';
import { paths } from '../../paths.ts';
import { Band, Points } from '../info-parts.tsx';

/** The part of the pricing page below its first screen. */
export function Below() {
  return (
    <div className="flex flex-col gap-14 max-md:gap-10">
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
    </div>
  );
}
