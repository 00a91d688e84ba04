import { type PostPlatform, postPlatforms } from '#contract/platform.ts';
import { formatRate } from '#web/ui/money.tsx';
import { PlatformIcon } from '#web/ui/platform-icon.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { Select } from '#web/ui/select.tsx';
import type { ExploreFilters, ExploreSort } from './explore-filters.ts';
import { ExploreSearch } from './explore-search.tsx';

const shortNames: Record<PostPlatform, string> = { tiktok: 'TikTok', youtube: 'Shorts', instagram: 'Reels' };

const rates = [50, 100, 150, 200, 300, 500];

const sortNames: Record<ExploreSort, string> = {
  newest: 'Sort: newest',
  rate: 'Sort: highest rate',
  budget: 'Sort: most free budget',
};

interface Props {
  filters: ExploreFilters;
  onChange: (part: Partial<ExploreFilters>) => void;
}

export function ExploreBar({ filters, onChange }: Props) {
  const { search, platform, minRateCents } = filters;
  // An address may carry a rate that is not in the list: it stays choosable while it is chosen.
  const shown =
    minRateCents && !rates.includes(minRateCents) ? [...rates, minRateCents].sort((a, b) => a - b) : rates;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ExploreSearch search={search} onSearch={(text) => onChange({ search: text })} />
      <Segmented
        label="Platform"
        className="max-md:w-full max-sm:[&>button]:px-1.5"
        value={platform ?? 'all'}
        options={[
          { value: 'all', label: 'All' },
          ...postPlatforms.map((one) => ({
            value: one,
            label: (
              <>
                <PlatformIcon platform={one} />
                {shortNames[one]}
              </>
            ),
          })),
        ]}
        onChange={(value) => onChange({ platform: value === 'all' ? null : (value as PostPlatform) })}
      />
      <Select
        compact
        aria-label="Minimum rate"
        className="w-41 max-md:flex-1"
        value={minRateCents ?? ''}
        placeholder="Any rate"
        options={shown.map((rate) => ({ value: String(rate), label: `Rate from ${formatRate(rate)}` }))}
        onChange={(event) => onChange({ minRateCents: Number(event.target.value) || null })}
      />
      <ExploreSortSelect filters={filters} onChange={onChange} />
    </div>
  );
}

function ExploreSortSelect({ filters, onChange }: Props) {
  return (
    <Select
      compact
      aria-label="Sort"
      className="ml-auto w-52 max-md:ml-0 max-md:flex-1"
      value={filters.sort}
      options={Object.entries(sortNames).map(([value, label]) => ({ value, label }))}
      onChange={(event) => onChange({ sort: event.target.value as ExploreSort })}
    />
  );
}
