import { type ReactNode, useMemo } from 'react';
import { cx } from '#web/ui/cx.ts';
import { useFirstRows } from './first-screen.ts';
import { TableHead, type TableHeadProps } from './table-head.tsx';
import { BodyRow, type Column, phoneLayout, SkeletonRow } from './table-row.tsx';

export type { Column } from './table-row.tsx';

/** Number of skeleton rows while the rows load. */
const WAITING_ROWS = 4;

export interface TableProps<Row> {
  /** Name of the table for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  /** The rows; undefined while they load. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** Renders content below an expanded row, over its whole width. Returns null for a collapsed row. */
  detail?: (row: Row) => ReactNode;
  /** The state of the list, whose order the column heads show and change. */
  list?: TableHeadProps<Row>['list'];
  /** Content below the rows, such as the button for the next page or a remark. */
  footer?: ReactNode;
}

/**
 * A table with a header that stays visible. If there is little room, each row has two lines. Put it in a
 * `Panel flush`.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rowKey, detail, list, footer } = props;
  const rows = useFirstRows(props.rows);
  const layout = useMemo(() => phoneLayout(columns), [columns]);
  return (
    <div className="@container">
      {/* biome-ignore-start lint/a11y/noRedundantRoles: display: block would drop the table's own roles */}
      <table
        role="table"
        className={cx('w-full border-collapse', layout && '@max-4xl:block')}
        aria-busy={rows === undefined}
        data-loading={rows === undefined || undefined}
      >
        <caption className="sr-only">{caption}</caption>
        <TableHead columns={columns} layout={layout} list={list} />
        <tbody role="rowgroup" className={cx(layout && '@max-4xl:block')}>
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
