import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { CsvLink } from '#web/ui/csv-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ListBar } from '#web/ui/list-bar.tsx';
import { QueryTable, type QueryTableProps } from '#web/ui/query-table.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { sortsOf } from '#web/ui/table-head.tsx';
import { useFilters } from '#web/ui/use-filters.ts';
import type { ListState } from '#web/ui/use-list.ts';

interface FilterBarProps {
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

/** Above a table without filters: its file. */
export function CsvBar({ csv, what }: Pick<FilterBarProps, 'csv' | 'what'>) {
  return (
    <div className="flex justify-end border-line border-b px-4.5 py-3 max-md:px-4">
      <CsvLink href={csv} what={what} />
    </div>
  );
}

interface NothingProps {
  /** "users" */
  what: string;
  /** The names of the filters of this table. */
  filters: readonly string[];
  /** Without filters; "No users" when absent. */
  title?: string | undefined;
  children: ReactNode;
}

/** An empty table: because of the filters, which can be cleared, or because there is nothing at all. */
export function Nothing({ what, filters, title = `No ${what}`, children }: NothingProps) {
  const { read, change } = useFilters();
  if (filters.every((name) => !read(name)))
    return (
      <EmptyState level={2} title={title}>
        {children}
      </EmptyState>
    );
  return (
    <EmptyState
      level={2}
      title={`No ${what} match`}
      action={
        <Button onClick={() => change(Object.fromEntries(filters.map((name) => [name, ''])))}>
          Clear filters
        </Button>
      }
    >
      Nothing matches these filters. Change or clear them.
    </EmptyState>
  );
}

interface FilteredTableProps<Row extends { id: string }>
  extends Pick<QueryTableProps<Row>, 'of' | 'what' | 'caption' | 'columns'>,
    Partial<Pick<NothingProps, 'filters'>>,
    Pick<FilterBarProps, 'csv' | 'children'> {
  /** Search, filters and order, drawn instead of those of `children`. */
  list?: ListState;
  /** "Search users" when absent. */
  searchLabel?: string;
  /** What the file has; the same as the table when absent. */
  csvWhat?: string;
  /** The title of the empty table; "No users" when absent. */
  nothing?: string;
  /** Says what is listed here. */
  empty: string;
}

/** A table of the panel below its filters. */
export function FilteredTable<Row extends { id: string }>(props: FilteredTableProps<Row>) {
  const { of, what, caption, columns, csv, list, nothing, empty, children } = props;
  const { searchLabel = `Search ${what}`, csvWhat = what } = props;
  const { filters = list ? Object.keys(list.values) : [] } = props;
  return (
    <>
      {list ? (
        <ListBar list={list} sorts={sortsOf(columns, list.usual)}>
          {children}
          <span className="ml-auto">
            <CsvLink href={csv} what={csvWhat} />
          </span>
        </ListBar>
      ) : (
        <FilterBar searchLabel={searchLabel} csv={csv} what={csvWhat}>
          {children}
        </FilterBar>
      )}
      <QueryTable
        of={of}
        what={what}
        caption={caption}
        columns={columns}
        {...(list ? { list } : {})}
        rowKey={(row) => row.id}
        empty={
          <Nothing what={what} filters={filters} title={nothing}>
            {empty}
          </Nothing>
        }
      />
    </>
  );
}
