import type { ReactNode } from 'react';
import { Button } from '#web/ui/forms/button.tsx';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { CsvLink } from './csv-link.tsx';
import { ListBar } from './list-bar.tsx';
import { type Held, NewRowsButton } from './new-rows.tsx';
import { QueryList, type QueryListProps } from './query-list.tsx';
import { Table, type TableProps } from './table.tsx';
import { sortsOf } from './table-head.tsx';
import type { ListState } from './use-list.ts';

export interface QueryTableProps<Row>
  extends Omit<TableProps<Row>, 'rows'>,
    Pick<QueryListProps<Row>, 'of' | 'what' | 'failed' | 'empty'> {
  /**
   * For a list that gets rows while it is read: the new rows, which are counted above the table until the
   * person asks for them.
   */
  held?: Held<Row>;
}

/** Shows the rows of a query as a table, with all states of a `QueryList`. Put it in a `Panel flush`. */
export function QueryTable<Row>(props: QueryTableProps<Row>) {
  const { of, what, failed, empty, held, ...table } = props;
  const draw = (rows: readonly Row[], more: ReactNode) => (
    <Table {...table} rows={once(rows, table.rowKey)} footer={more ?? table.footer} />
  );
  return (
    <QueryList
      flush
      of={of}
      what={what}
      failed={failed}
      empty={empty}
      loading={<Table {...table} rows={undefined} />}
    >
      {(rows, more) =>
        held ? (
          <>
            <NewRowsButton count={held.count} onShow={held.show} />
            {draw(held.rows, more)}
          </>
        ) : (
          draw(rows, more)
        )
      }
    </QueryList>
  );
}

/**
 * Removes repeated rows. A row whose value changed during paging may be in two pages; the first one is kept.
 */
function once<Row>(rows: readonly Row[], keyOf: (row: Row) => string): readonly Row[] {
  const seen = new Set<string>();
  return rows.filter((row) => !seen.has(keyOf(row)) && seen.add(keyOf(row)));
}

interface NothingFoundProps {
  what: string;
  onClear: () => void;
  level?: 2 | 3;
}

/** Shown if no row matches the filters. */
export function NothingFound({ what, onClear, level = 3 }: NothingFoundProps) {
  return (
    <EmptyState
      level={level}
      title={`No ${what} found`}
      action={<Button onClick={onClear}>Clear filters</Button>}
    >
      Try removing a filter.
    </EmptyState>
  );
}

export interface TablePanelProps<Row> extends Omit<QueryTableProps<Row>, 'list'> {
  title: string;
  /** Address of the CSV file with all rows. */
  csv: string;
  /** An action between the title and the link to the file. */
  action?: ReactNode;
  /**
   * State of the list. Search, filters and order are shown above the rows and stored in the page's address.
   */
  list?: ListState;
  /** Content below the rows. */
  children?: ReactNode;
}

/** A `QueryTable` in a titled panel, with a link to its CSV file. */
export function TablePanel<Row>(props: TablePanelProps<Row>) {
  const { title, csv, action, children, ...table } = props;
  const { list, columns, what } = table;
  return (
    <Panel
      title={title}
      flush
      action={
        <>
          {action}
          <CsvLink href={csv} what={what} />
        </>
      }
    >
      {list ? <ListBar list={list} sorts={sortsOf(columns, list.usual)} /> : null}
      <QueryTable
        {...table}
        empty={list?.isNarrowed ? <NothingFound what={what} onClear={list.clear} /> : table.empty}
      />
      {children}
    </Panel>
  );
}
