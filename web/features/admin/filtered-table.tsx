import type { ReactNode } from 'react';
import { CsvLink } from '#web/ui/lists/csv-link.tsx';
import { ListBar } from '#web/ui/lists/list-bar.tsx';
import { NothingFound, QueryTable, type QueryTableProps } from '#web/ui/lists/query-table.tsx';
import { sortsOf } from '#web/ui/lists/table-head.tsx';
import type { ListState } from '#web/ui/lists/use-list.ts';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';

interface FilteredTableProps<Row>
  extends Pick<QueryTableProps<Row>, 'of' | 'what' | 'caption' | 'columns' | 'rowKey'> {
  list: ListState;
  /** Address of the CSV file. */
  csv: string;
  /** Describes the file's content; the table's noun by default. */
  csvWhat?: string;
  /** Title of the empty table; by default "No" and the noun, such as "No users". */
  nothing?: string;
  /** Text of the empty table, which explains what would be listed. */
  empty: string;
  /** Further choices or actions, shown beside the filters. */
  children?: ReactNode;
}

/** A table of the admin panel with its search, filters and CSV link above. */
export function FilteredTable<Row>(props: FilteredTableProps<Row>) {
  const { list, csv, nothing, empty, children, csvWhat = props.what, ...table } = props;
  const { what, columns } = table;
  return (
    <>
      <ListBar list={list} sorts={sortsOf(columns, list.usual)}>
        {children ? (
          // On narrow screens the children follow the CSV link, which would otherwise be alone on a line.
          <div className="contents @max-4xl:order-1 @max-4xl:flex @max-4xl:w-full @max-4xl:flex-wrap @max-4xl:items-center @max-4xl:gap-2">
            {children}
          </div>
        ) : null}
        <span className="ml-auto">
          <CsvLink href={csv} what={csvWhat} />
        </span>
      </ListBar>
      <QueryTable
        {...table}
        list={list}
        empty={
          list.isNarrowed ? (
            <NothingFound level={2} what={what} onClear={list.clear} />
          ) : (
            <EmptyState level={2} title={nothing ?? `No ${what}`}>
              {empty}
            </EmptyState>
          )
        }
      />
    </>
  );
}
