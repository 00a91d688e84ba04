import type { ReactNode } from 'react';
import { CsvLink } from '#web/ui/csv-link.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { useFilters } from '#web/ui/use-filters.ts';

export interface FilterBarProps {
  /** "Search users": names the field. */
  searchLabel: string;
  /** The file of what the table shows. */
  csv: string;
  what: string;
  /** Further filters. */
  children?: ReactNode;
}

/** Search, filters and CSV export above a table of the panel. */
export function FilterBar({ searchLabel, csv, what, children }: FilterBarProps) {
  const { read, change } = useFilters();
  return (
    <div className="flex flex-wrap items-center gap-2 border-line border-b px-4.5 py-3 max-md:px-4">
      <SearchInput label={searchLabel} search={read('search')} onSearch={(search) => change({ search })} />
      {children}
      <span className="ml-auto flex max-md:ml-0">
        <CsvLink href={csv} what={what} />
      </span>
    </div>
  );
}
