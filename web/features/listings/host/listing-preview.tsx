import { paidViewsText } from '#contract/clips/counted-views.ts';
import { formatRate, microsPerView, parseUsd } from '#contract/money.ts';
import { Artwork } from '#web/ui/pages/artwork.tsx';
import { Frame } from '#web/ui/pages/frame.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import type { ListingDraft } from './listing-draft.ts';
import { readRate } from './listing-terms.ts';
import { countedOf } from './rule-fields.ts';

/** A preview of the offer as clippers will see it. */
export function ListingPreview({ draft }: { draft: ListingDraft }) {
  const rate = readRate(draft.rateCentsPerMille);
  const budget = parseUsd(draft.budgetMicros);
  const most = rate === null || budget === null ? null : Number(budget / microsPerView(rate));
  return (
    <section
      aria-label="As clippers will see it"
      className="overflow-hidden rounded-panel border border-well-line bg-well text-well-ink"
    >
      <div className="flex gap-4 p-4">
        <Frame className="w-28">
          <Artwork seed={draft.title.trim() || 'new listing'} />
        </Frame>
        <div className="flex min-w-0 flex-col gap-2.5">
          <span className="font-medium font-stretch-88% text-well-muted text-xs">
            As clippers will see it
          </span>
          <span className="wrap-anywhere font-bold text-md leading-[1.3]">
            {draft.title.trim() || <span className="text-well-muted">Your title</span>}
          </span>
          <span className={rate === null ? 'num text-4xl text-well-muted' : 'num text-4xl text-signal'}>
            {rate === null ? '$0.00' : formatRate(rate)}
          </span>
          <span className="text-sm text-well-muted">per 1,000 {paidViewsText(countedOf(draft))}</span>
        </div>
      </div>
      <dl className="grid grid-cols-2 border-well-line border-t">
        <div className="flex flex-col gap-2 p-4">
          <dt className="text-well-muted text-xs">Maximum views</dt>
          <dd className="num text-xl">{most === null ? '-' : formatCount(most)}</dd>
        </div>
        <div className="flex flex-col gap-2 border-well-line border-l p-4">
          <dt className="text-well-muted text-xs">Platform fee</dt>
          <dd className="num text-xl">$0.00</dd>
        </div>
      </dl>
    </section>
  );
}
