import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Skeleton } from './skeleton.tsx';

/** Bars while the rows load. */
const WAITING_ROWS = 4;

export interface Column<Row> {
  /** Names the column; no other column of the table has the same. */
  header: string;
  cell: (row: Row) => ReactNode;
  /** Money and counts stand at the right. */
  align?: 'right';
  /** On a phone's card: takes a whole line, without its header. */
  lead?: boolean;
}

export interface TableProps<Row> {
  /** Names the table for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  /** `undefined` while they load. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** Content below an expanded row, over its whole width; null while collapsed. */
  detail?: (row: Row) => ReactNode;
  /** Below the rows: cursor paging, a remark. */
  footer?: ReactNode;
}

/** A table whose header stays in view; in a narrow place each row becomes a card. Put it in a `Panel flush`. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, detail, footer } = props;
  return (
    <div className="@container">
      {/* biome-ignore-start lint/a11y/noRedundantRoles: display: block on cards would drop the table's own roles */}
      <table
        role="table"
        className="w-full border-collapse @max-2xl:block"
        aria-busy={rows === undefined}
        data-loading={rows === undefined || undefined}
      >
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="@max-2xl:sr-only">
          <tr role="row">
            {columns.map((column) => (
              <th
                key={column.header}
                role="columnheader"
                scope="col"
                className={cx(
                  'label sticky top-0 z-1 whitespace-nowrap bg-surface px-3 @max-4xl:px-1.5 py-2.25 text-left shadow-[inset_0_-1px_0_var(--color-line)] first:pl-4.5 last:pr-4.5',
                  column.align === 'right' && 'text-right',
                )}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="@max-2xl:block">
          {rows
            ? rows.map((row) => (
                <BodyRow key={rowKey(row)} columns={columns} row={row} detail={detail?.(row)} />
              ))
            : Array.from({ length: WAITING_ROWS }, (_, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
                <SkeletonRow key={at} columns={columns} />
              ))}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
      {footer ? (
        <div className="flex flex-wrap items-center justify-between gap-3 border-line border-t px-4.5 py-3 text-muted text-sm">
          {footer}
        </div>
      ) : null}
    </div>
  );
}

const rowStyle =
  'border-line border-b last:border-b-0 hover:bg-hover @max-2xl:block @max-2xl:px-4 @max-2xl:py-3';

const cellStyle = (align: 'right' | undefined, lead: boolean | undefined) =>
  cx(
    'px-3 py-2.75 align-middle @max-4xl:px-1.5 first:pl-4.5 last:pr-4.5 @max-2xl:p-0! @max-2xl:py-1!',
    align === 'right' && 'text-right',
    lead
      ? '@max-2xl:block @max-2xl:text-left'
      : '@max-2xl:flex @max-2xl:items-center @max-2xl:justify-between @max-2xl:gap-4 @max-2xl:text-right',
  );

interface BodyRowProps<Row> {
  columns: readonly Column<Row>[];
  row: Row;
  detail: ReactNode;
}

function BodyRow<Row>({ columns, row, detail }: BodyRowProps<Row>) {
  return (
    <>
      {/* biome-ignore lint/a11y/noRedundantRoles: display: block on cards would drop the table's own roles */}
      <tr role="row" className={cx(rowStyle, detail ? 'border-b-0' : false)}>
        {columns.map((column) => (
          // biome-ignore lint/a11y/noRedundantRoles: display: block on cards would drop the table's own roles
          <td key={column.header} role="cell" className={cellStyle(column.align, column.lead)}>
            {column.lead ? null : (
              <span aria-hidden="true" className="hidden shrink-0 text-muted text-sm @max-2xl:inline">
                {column.header}
              </span>
            )}
            <span className={cx('@max-2xl:min-w-0 @max-2xl:wrap-anywhere', column.lead && '@max-2xl:block')}>
              {column.cell(row)}
            </span>
          </td>
        ))}
      </tr>
      {detail ? (
        // biome-ignore lint/a11y/noRedundantRoles: display: block on cards would drop the table's own roles
        <tr role="row" className="border-line border-b last:border-b-0 @max-2xl:block">
          {/* biome-ignore lint/a11y/noRedundantRoles: display: block on cards would drop the table's own roles */}
          <td role="cell" colSpan={columns.length} className="px-4.5 pb-4 @max-2xl:block @max-2xl:px-4">
            {detail}
          </td>
        </tr>
      ) : null}
    </>
  );
}

function SkeletonRow<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <tr className={rowStyle}>
      {columns.map((column) => (
        <td key={column.header} className={cellStyle(column.align, column.lead)}>
          {column.lead ? null : <Skeleton className="hidden h-3 w-14 @max-2xl:block" />}
          <Skeleton
            className={cx(
              'h-3.5',
              column.lead ? 'w-48 max-w-full' : 'w-16',
              column.align === 'right' && 'ml-auto',
            )}
          />
        </td>
      ))}
    </tr>
  );
}
