import type { ReactNode } from 'react';
import { CsvLink } from './csv-link.tsx';
import { Panel } from './panel.tsx';
import { QueryList, type QueryListProps } from './query-list.tsx';
import { Table, type TableProps } from './table.tsx';

export interface QueryTableProps<Row>
  extends Omit<TableProps<Row>, 'rows'>,
    Pick<QueryListProps<Row>, 'of' | 'what' | 'failed' | 'empty'> {}

/** The rows of a query as a table, in each state of a `QueryList`; put it in a `Panel flush`. */
export function QueryTable<Row>({ of, what, failed, empty, ...table }: QueryTableProps<Row>) {
  return (
    <QueryList
      flush
      of={of}
      what={what}
      failed={failed}
      empty={empty}
      loading={<Table {...table} rows={undefined} />}
    >
      {(rows, more) => <Table {...table} rows={rows} footer={more ?? table.footer} />}
    </QueryList>
  );
}

export interface TablePanelProps<Row> extends QueryTableProps<Row> {
  title: string;
  /** The address of the file with all rows of it. */
  csv?: string;
  /** Beside the title, before the file. */
  action?: ReactNode;
  /** Between title and rows: filters. */
  filters?: ReactNode;
  /** Below the rows. */
  children?: ReactNode;
}

/** The same in a titled panel, with its file. */
export function TablePanel<Row>(props: TablePanelProps<Row>) {
  const { title, csv, action, filters, children, ...table } = props;
  return (
    <Panel
      title={title}
      flush
      action={
        <>
          {action}
          {csv ? <CsvLink href={csv} what={table.what} /> : null}
        </>
      }
    >
      {filters}
      <QueryTable {...table} />
      {children}
    </Panel>
  );
}
