import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { Button } from '#web/ui/forms/button.tsx';
import { SearchInput } from '#web/ui/forms/search-input.tsx';
import { lazyPart, whenLoaded } from '#web/ui/pages/lazy-part.tsx';
import { FilterControl } from './filter-control.tsx';
import type { ListBarProps } from './filter-sheet.tsx';

const FilterSheet = lazyPart(async () => (await import('./filter-sheet.tsx')).FilterSheet);

/**
 * The controls above a list: search and filters in one line, followed by `children`. Narrow screens show the
 * search, and a button that opens filters and order.
 */
export function ListBar({ list, sorts, children }: ListBarProps & { children?: ReactNode }) {
  const { search, filters = [], values, change, narrowing } = list;
  const [isOpen, setOpen] = useState(false);
  if (!search && !children && filters.length + sorts.length === 0) return null;
  const name = filters.length === 0 ? 'Sort' : sorts.length === 0 ? 'Filter' : 'Filter and sort';
  const count = narrowing > 0 ? ` (${narrowing})` : '';
  return (
    <div className="@container print:hidden">
      <div
        className={`flex flex-wrap items-center gap-2 border-line border-b px-4.5 py-3 @max-4xl:px-4 ${search || children || filters.length > 0 ? '' : '@4xl:hidden'}`}
      >
        {search ? (
          <SearchInput
            label={search}
            search={values.search ?? ''}
            onSearch={(text) => change({ search: text })}
            className="w-62 @max-4xl:w-auto @max-4xl:min-w-40 @max-4xl:flex-1"
          />
        ) : null}
        {filters.map((filter) => (
          <div key={filter.name} className="@max-4xl:hidden">
            <FilterControl
              filter={filter}
              value={values[filter.name] ?? ''}
              onChange={(value) => change({ [filter.name]: value })}
            />
          </div>
        ))}
        {filters.length + sorts.length > 0 ? (
          <div className="@4xl:hidden">
            <Button
              size="sm"
              aria-haspopup="dialog"
              aria-label={name + count}
              onClick={() => whenLoaded(FilterSheet, () => setOpen(true))}
            >
              <SlidersHorizontal aria-hidden />
              {search ? null : name}
              {count}
            </Button>
          </div>
        ) : null}
        {children}
      </div>
      {isOpen ? (
        <Suspense>
          <FilterSheet list={list} sorts={sorts} title={name} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
