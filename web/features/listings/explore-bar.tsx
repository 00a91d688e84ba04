import { listingLanguages } from '#contract/listing-terms.ts';
import { formatRate } from '#contract/money.ts';
import { formats, type PostPlatform, postPlatforms } from '#contract/platforms.ts';
import { PlatformIcon } from '#web/nouns/platform-icon.tsx';
import { formatCount } from '#web/ui/count.ts';
import { SearchInput } from '#web/ui/search-input.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { Select } from '#web/ui/select.tsx';
import type { ExploreFilters, ExploreSort } from './explore-filters.ts';

const rates = [50, 100, 150, 200, 300, 500];

const sortNames: Record<ExploreSort, string> = {
  newest: 'Sort: newest',
  rate: 'Sort: highest rate',
  budget: 'Sort: most free budget',
  review: 'Sort: fastest review',
};

/** All four selects in one line if there is room, otherwise two per line. */
const choice = 'min-w-0 max-lg:w-[calc(50%-0.25rem)] lg:max-w-46 lg:flex-1';

const freeBudgets = [50, 100, 500, 1_000, 5_000];

interface Props {
  filters: ExploreFilters;
  onChange: (part: Partial<ExploreFilters>) => void;
}

export function ExploreBar({ filters, onChange }: Props) {
  const { search, platform } = filters;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchInput
        label="Search listings or hosts"
        className="min-w-62 flex-1 max-md:w-full max-md:flex-none"
        search={search ?? ''}
        onSearch={(text) => onChange({ search: text })}
      />
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
                {formats[one].split(' ').at(-1)}
              </>
            ),
          })),
        ]}
        onChange={(value) => onChange({ platform: value === 'all' ? undefined : (value as PostPlatform) })}
      />
      <span className="-mt-2 h-0 w-full max-md:hidden" />
      <MoneySelects filters={filters} onChange={onChange} />
      <Select
        compact
        aria-label="Language"
        className={choice}
        value={filters.language ?? ''}
        placeholder="Any language"
        options={listingLanguages.map((name) => ({ value: name, label: name }))}
        onChange={(event) =>
          onChange({ language: (event.target.value || undefined) as ExploreFilters['language'] })
        }
      />
      <ExploreSortSelect filters={filters} onChange={onChange} />
    </div>
  );
}

/** Adds the chosen value to the options if an address names one that is not among them. */
const withChosen = <Value,>(list: Value[], chosen: Value | undefined): Value[] =>
  chosen === undefined || list.includes(chosen) ? list : [...list, chosen];

function MoneySelects({ filters: { minRateCents, minFreeDollars }, onChange }: Props) {
  return (
    <>
      <Select
        compact
        aria-label="Minimum rate"
        className={choice}
        value={minRateCents ?? ''}
        placeholder="Any rate"
        options={[...withChosen(rates, minRateCents)]
          .sort((a, b) => a - b)
          .map((rate) => ({ value: String(rate), label: `Rate from ${formatRate(rate)}` }))}
        onChange={(event) => onChange({ minRateCents: Number(event.target.value) || undefined })}
      />
      <Select
        compact
        aria-label="Free budget"
        className={choice}
        value={minFreeDollars ?? ''}
        placeholder="Any free budget"
        options={[...withChosen(freeBudgets, minFreeDollars)]
          .sort((a, b) => a - b)
          .map((dollars) => ({ value: String(dollars), label: `From $${formatCount(dollars)} free` }))}
        onChange={(event) => onChange({ minFreeDollars: Number(event.target.value) || undefined })}
      />
    </>
  );
}

function ExploreSortSelect({ filters, onChange }: Props) {
  return (
    <Select
      compact
      aria-label="Sort"
      className={`${choice} lg:ml-auto lg:max-w-52`}
      value={filters.sort}
      options={Object.entries(sortNames).map(([value, label]) => ({ value, label }))}
      onChange={(event) => onChange({ sort: event.target.value as ExploreSort })}
    />
  );
}
