import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { categoryNames, type ListingCategory, listingCategory } from '#contract/listings/categories.ts';
import type { FilterName } from '#contract/listings/explore-filters.ts';
import { listingLanguages } from '#contract/listings/listing-terms.ts';
import { formatRate } from '#contract/money.ts';
import { formats, type PostPlatform, postPlatforms } from '#contract/platforms/platforms.ts';
import { PlatformIcon } from '#web/nouns/platform-icon.tsx';
import { cx } from '#web/ui/cx.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { SearchInput } from '#web/ui/forms/search-input.tsx';
import { Segmented } from '#web/ui/forms/segmented.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { Chip } from '#web/ui/pages/chip.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import type { ExploreChoices, ExploreSort } from './explore-choices.ts';

const rates = [50, 100, 150, 200, 300, 500];

const sortNames: Record<ExploreSort, string> = {
  newest: 'Sort: newest',
  earnings: 'Sort: expected earnings',
  rate: 'Sort: highest rate',
  budget: 'Sort: most free budget',
  review: 'Sort: fastest review',
};

/** Classes that put all selects on one line if there is room, and otherwise two on a line. */
const choice = 'max-md:w-[calc(50%-0.25rem)] max-md:min-w-0 md:min-w-40 md:max-w-46 md:flex-1';

const freeBudgets = [50, 100, 500, 1_000, 5_000];

interface Props {
  choices: ExploreChoices;
  onChange: (part: Partial<ExploreChoices>) => void;
}

/** One control per filter. */
const controls: Record<FilterName, (props: Props) => ReactNode> = {
  category: ({ choices: { category }, onChange }) => (
    // biome-ignore lint/a11y/useSemanticElements: filters that act at once, no part of a form
    <div
      role="group"
      aria-label="Categories"
      className="-mx-4 flex gap-2 overflow-x-auto px-4 py-0.5 [scrollbar-width:none] md:mx-0 md:flex-wrap md:px-0"
    >
      {listingCategory.options.map((name) => (
        <Chip
          key={name}
          pressed={category === name}
          onClick={() => onChange({ category: category === name ? undefined : (name as ListingCategory) })}
        >
          {categoryNames[name]}
        </Chip>
      ))}
    </div>
  ),
  search: ({ choices, onChange }) => (
    <SearchInput
      label="Search listings or hosts"
      className="min-w-62 flex-1 max-md:w-full max-md:flex-none"
      search={choices.search ?? ''}
      onSearch={(text) => onChange({ search: text })}
    />
  ),
  platform: ({ choices, onChange }) => (
    <Segmented
      label="Platform"
      className="max-md:w-full max-sm:[&>button]:px-1.5"
      value={choices.platform ?? 'all'}
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
  ),
  minRateCents: ({ choices: { minRateCents }, onChange }) => (
    <Select
      compact
      aria-label="Minimum rate"
      className={choice}
      value={minRateCents ?? ''}
      placeholder="Any rate"
      options={withChosen(rates, minRateCents).map((rate) => ({
        value: String(rate),
        label: `Rate from ${formatRate(rate)}`,
      }))}
      onChange={(event) => onChange({ minRateCents: Number(event.target.value) || undefined })}
    />
  ),
  minFreeDollars: ({ choices: { minFreeDollars }, onChange }) => (
    <Select
      compact
      aria-label="Free budget"
      className={choice}
      value={minFreeDollars ?? ''}
      placeholder="Any free budget"
      options={withChosen(freeBudgets, minFreeDollars).map((dollars) => ({
        value: String(dollars),
        label: `From $${formatCount(dollars)} free`,
      }))}
      onChange={(event) => onChange({ minFreeDollars: Number(event.target.value) || undefined })}
    />
  ),
  language: ({ choices, onChange }) => (
    <Select
      compact
      aria-label="Language"
      className={choice}
      value={choices.language ?? ''}
      placeholder="Any language"
      options={listingLanguages.map((name) => ({ value: name, label: name }))}
      onChange={(event) =>
        onChange({ language: (event.target.value || undefined) as ExploreChoices['language'] })
      }
    />
  ),
};

/** Filters that a phone shows on request. */
const further = ['minRateCents', 'minFreeDollars', 'language'] as const satisfies FilterName[];

/** Shows the filters and the order. `saved` is the person's saved searches. */
export function ExploreBar({ saved, ...props }: Props & { saved?: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const chosen = further.filter((name) => props.choices[name]).length;
  const { category: Category, search: Search, platform: Platform } = controls;
  return (
    <div className="flex min-w-0 flex-col gap-2.5">
      {saved}
      <Category {...props} />
      <div className="flex flex-wrap items-center gap-2">
        <Search {...props} />
        <Platform {...props} />
        <span className="-mt-2 h-0 w-full max-md:hidden" />
        <Button
          aria-expanded={isOpen}
          className={cx('h-9 md:hidden', choice)}
          onClick={() => setOpen(!isOpen)}
        >
          <SlidersHorizontal aria-hidden />
          {chosen > 0 ? `Filters (${chosen})` : 'Filters'}
        </Button>
        <ExploreSortSelect {...props} />
        <div className={cx('contents', !isOpen && 'max-md:hidden')}>
          {further.map((name) => {
            const Control = controls[name];
            return <Control key={name} {...props} />;
          })}
        </div>
      </div>
    </div>
  );
}

/** Returns the options with the chosen value, which may come from an address and be missing in the list. */
const withChosen = (list: readonly number[], chosen: number | undefined): number[] =>
  [...new Set([...list, ...(chosen === undefined ? [] : [chosen])])].sort((a, b) => a - b);

function ExploreSortSelect({ choices, onChange }: Props) {
  return (
    <Select
      compact
      aria-label="Sort"
      className={`${choice} md:order-last md:ml-auto md:max-w-56`}
      value={choices.sort}
      options={Object.entries(sortNames).map(([value, label]) => ({ value, label }))}
      onChange={(event) => onChange({ sort: event.target.value as ExploreSort })}
    />
  );
}
