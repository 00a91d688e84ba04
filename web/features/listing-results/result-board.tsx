import type { ListingResults } from '#contract/listing-results/listing-results.ts';
import type { ListingBudget } from '#contract/listings/listings.ts';
import { formatRate, formatUsdExact, micros } from '#contract/money.ts';
import { BudgetKeys, BudgetTrack, listingBudget } from '#web/nouns/budget-track.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { Scoreboard, ScoreCell } from '#web/ui/pages/scoreboard.tsx';
import { formatCount, formatShare } from '#web/ui/texts/count.ts';
import { Money } from '#web/ui/texts/money.tsx';

export interface ResultBoardProps {
  results: Pick<ListingResults, 'totals' | 'clipperCount' | 'costCentsPerMille'>;
  listing: { budget: ListingBudget; rateCentsPerMille: number };
}

/** The main figures: what 1,000 views cost, views, spend, and what is left of the budget. */
export function ResultBoard({ results, listing }: ResultBoardProps) {
  const { totals, clipperCount, costCentsPerMille: cost } = results;
  const { views, paidViews, clips } = totals;
  const { budget, rateCentsPerMille } = listing;
  return (
    <Scoreboard layout="lead">
      <ScoreCell
        lead
        label="Cost per 1,000 views"
        value={cost === null ? '-' : formatRate(cost)}
        hint={<CostHint views={views} paidViews={paidViews} rateCents={rateCentsPerMille} />}
      />
      <ScoreCell
        label="Views"
        value={formatCount(views)}
        lines={[
          { name: 'Paid', value: formatCount(paidViews) },
          { name: 'Not paid', value: formatCount(Math.max(0, views - paidViews)) },
        ]}
      />
      <ScoreCell
        label="Spent"
        value={<Money micros={totals.spentMicros} />}
        lines={[
          { name: clips === 1 ? 'Approved clip' : 'Approved clips', value: formatCount(clips) },
          { name: clipperCount === 1 ? 'Clipper' : 'Clippers', value: formatCount(clipperCount) },
        ]}
      />
      <ScoreCell
        hot
        label="Free"
        value={<Money micros={budget.freeMicros} />}
        hint="Neither spent nor reserved."
      />
    </Scoreboard>
  );
}

function CostHint({ views, paidViews, rateCents }: { views: number; paidViews: number; rateCents: number }) {
  if (views === 0) return `1,000 paid views cost ${formatRate(rateCents)}.`;
  const unpaid = views - paidViews;
  if (unpaid <= 0) return `Every counted view was paid at up to ${formatRate(rateCents)} per 1,000.`;
  return `Spend divided by all counted views. ${formatShare(unpaid / views)} of them cost nothing so far: below the minimum, above the maximum per clip, contested, excluded or still waiting.`;
}

/** The budget by use, as shares of the listing's own budget. */
export function ResultBudget({ budget, note }: { budget: ListingBudget; note: string | null }) {
  const parts = listingBudget({ budget });
  const returned = micros(budget.returnedMicros - budget.takenBackMicros);
  return (
    <Panel title={`Budget of ${formatUsdExact(budget.fundedMicros)}`} className="break-inside-avoid">
      <div className="flex flex-col gap-3">
        <BudgetTrack budget={parts} large />
        <div className="flex flex-wrap justify-between gap-x-4 gap-y-1.5">
          <BudgetKeys budget={parts} />
          {returned > 0n ? (
            <span className="text-muted text-sm">Returned to the host {formatUsdExact(returned)}</span>
          ) : null}
        </div>
        {note ? <p className="text-muted text-sm">{note}</p> : null}
      </div>
    </Panel>
  );
}
