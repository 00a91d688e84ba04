import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { BodyRow, type Column, phoneLayout, placeOf, SkeletonRow } from './table-row.tsx';

export type { Column } from './table-row.tsx';

/** Bars while the rows load. */
const WAITING_ROWS = 4;

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

/** A table whose header stays in view; in a narrow place each row is two lines. Put it in a `Panel flush`. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, detail, footer } = props;
  const layout = phoneLayout(columns);
  return (
    <div className="@container">
      {/* biome-ignore-start lint/a11y/noRedundantRoles: display: block would drop the table's own roles */}
      <table
        role="table"
        className={cx('w-full border-collapse', layout && '@max-2xl:block')}
        aria-busy={rows === undefined}
        data-loading={rows === undefined || undefined}
      >
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className={cx(layout && '@max-2xl:sr-only')}>
          <tr role="row">
            {columns.map((column) => (
              <th
                key={column.header}
                role="columnheader"
                scope="col"
                className={cx(
                  'label sticky top-0 z-1 whitespace-nowrap bg-surface px-3 @max-4xl:px-1.5 py-2.25 text-left shadow-[inset_0_-1px_0_var(--color-line)] first:pl-4.5 last:pr-4.5',
                  column.align === 'right' && 'text-right',
                  placeOf(layout, column) === layout?.hidden && layout?.hidden,
                )}
              >
                {column.header}
              </th>
            ))}
            {layout?.opens ? (
              <th role="columnheader" scope="col" className="sr-only @2xl:hidden">
                More
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody role="rowgroup" className={cx(layout && '@max-2xl:block')}>
          {rows
            ? rows.map((row) => (
                <BodyRow
                  key={rowKey(row)}
                  columns={columns}
                  layout={layout}
                  row={row}
                  detail={detail?.(row)}
                />
              ))
            : Array.from({ length: WAITING_ROWS }, (_, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
                <SkeletonRow key={at} columns={columns} layout={layout} />
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
