import { ChevronDown } from 'lucide-react';
import { memo, type ReactNode, useId, useState } from 'react';
import { cx } from '#web/ui/cx.ts';
import { Skeleton } from '#web/ui/pages/skeleton.tsx';

export interface Column<Row> {
  /** Unique name of the column. */
  header: string;
  cell: (row: Row) => ReactNode;
  /** Alignment; money and counts are right-aligned. */
  align?: 'right';
  /**
   * The column's place in a phone's row, which has two lines: title and amount, and below them next event and
   * status. `hidden` columns are only on the object's page. Columns without a place appear when the row is
   * opened. If no column is the title, the table is not changed for phones.
   */
  phone?: 'title' | 'amount' | 'next' | 'status' | 'hidden';
  /** Set if the list can be sorted by this column: the sort order's name, and the kind of its values. */
  sort?: { by: string; kind: 'number' | 'date' | 'text' };
  /** True if the title begins with a picture, so that the skeleton also does. */
  picture?: boolean;
}

/** The columns in the two lines of a phone's row; null for a table that is not changed for phones. */
export interface PhoneLayout {
  title: string;
  amount: string;
  status: string;
  next: string;
  hidden: string;
  /** True if some columns only appear when the row is opened. */
  opens: boolean;
}

const line = '@max-4xl:col-start-1 @max-4xl:min-w-0';
const right =
  '@max-4xl:col-start-2 @max-4xl:max-w-36 @max-4xl:overflow-hidden @max-4xl:text-right @max-4xl:max-h-5.5';

/**
 * Returns the columns of a phone's two lines. If a line lacks one of its two parts, the other part gets its
 * place.
 */
export function phoneLayout<Row>(columns: readonly Column<Row>[]): PhoneLayout | null {
  const has = (place: Column<Row>['phone']) => columns.some(({ phone }) => phone === place);
  if (!has('title')) return null;
  const both = '@max-4xl:row-start-1 @max-4xl:row-span-2 @max-4xl:self-center';
  const first = '@max-4xl:row-start-1 @max-4xl:self-end';
  const second = '@max-4xl:row-start-2 @max-4xl:self-start';
  return {
    title: cx(line, has('next') ? first : both),
    next: cx(
      line,
      second,
      '@max-4xl:line-clamp-1 @max-4xl:text-left @max-4xl:group-data-open/row:line-clamp-none',
      // A long name without spaces ends with dots instead of being cut off.
      '@max-4xl:[&_a]:inline-block @max-4xl:[&_a]:max-w-full @max-4xl:[&_a]:truncate @max-4xl:[&_a]:align-bottom',
    ),
    amount: cx(right, has('status') ? first : both),
    status: cx(right, has('amount') ? second : both),
    hidden: '@max-4xl:hidden',
    opens: columns.some(({ phone }) => phone === undefined),
  };
}

export const placeOf = <Row,>(layout: PhoneLayout | null, { phone = 'hidden' }: Column<Row>) =>
  layout?.[phone];

const rowStyle = (layout: PhoneLayout | null) =>
  cx(
    'group/row border-line border-b last:border-b-0 hover:bg-hover',
    layout &&
      '@max-4xl:relative @max-4xl:grid @max-4xl:min-h-16 @max-4xl:gap-x-2.5 @max-4xl:gap-y-0.5 @max-4xl:px-4 @max-4xl:py-1.5',
    layout &&
      (layout.opens
        ? '@max-4xl:grid-cols-[minmax(0,1fr)_auto_auto]'
        : '@max-4xl:grid-cols-[minmax(0,1fr)_auto]'),
  );

/** Classes that put the controls of a phone's row above the row's link. */
const above =
  '@max-4xl:[&_:is(a,button,input):not([data-row])]:relative @max-4xl:[&_:is(a,button,input):not([data-row])]:z-2';

const cellStyle = <Row,>(layout: PhoneLayout | null, column: Column<Row>) =>
  cx(
    'px-3 py-2.75 align-middle @max-5xl:px-1.5 first:pl-4.5 last:pr-4.5',
    layout && '@max-4xl:p-0!',
    layout && above,
    column.align === 'right' && 'text-right',
    placeOf(layout, column),
  );

export interface BodyRowProps<Row> {
  columns: readonly Column<Row>[];
  layout: PhoneLayout | null;
  row: Row;
  detail: ReactNode;
}

/**
 * A row of the table. It is only rerendered if its data changed, because most changes of a list don't concern
 * most rows.
 */
export const BodyRow = memo(OneRow) as typeof OneRow;

function OneRow<Row>({ columns, layout, row, detail }: BodyRowProps<Row>) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <tr
        // biome-ignore lint/a11y/noRedundantRoles: display: grid would drop the table's own roles
        role="row"
        data-open={open || undefined}
        className={cx(rowStyle(layout), detail || open ? 'border-b-0' : false)}
      >
        {columns.map((column) => (
          <td
            key={column.header}
            id={column.phone === 'title' ? `${id}title` : undefined}
            // biome-ignore lint/a11y/noRedundantRoles: display: grid would drop the table's own roles
            role="cell"
            className={cellStyle(layout, column)}
          >
            {column.cell(row)}
          </td>
        ))}
        {layout?.opens ? <OpenCell id={id} open={open} onOpen={setOpen} /> : null}
      </tr>
      {open ? <OpenedRow columns={columns} row={row} /> : null}
      {detail ? (
        // biome-ignore lint/a11y/noRedundantRoles: as above
        <tr role="row" className="border-line border-b last:border-b-0 @max-4xl:block">
          {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
          <td role="cell" colSpan={columns.length} className="px-4.5 pb-4 @max-4xl:block @max-4xl:px-4">
            {detail}
          </td>
        </tr>
      ) : null}
    </>
  );
}

interface OpenCellProps {
  /** Id of the button. The id of the title's cell is this id followed by "title". */
  id: string;
  open: boolean;
  onOpen: (open: boolean) => void;
}

/**
 * The button that opens the row on a phone. Tapping the row anywhere except on a link or button opens it too.
 */
function OpenCell({ id, open, onOpen }: OpenCellProps) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: display: grid would drop the table's own roles
    <td role="cell" className="p-0 @max-4xl:col-start-3 @max-4xl:row-span-2 @4xl:hidden">
      <button
        type="button"
        id={id}
        data-row
        aria-label={open ? 'Less of' : 'More of'}
        aria-labelledby={`${id} ${id}title`}
        aria-expanded={open}
        className="grid h-full w-5 place-items-center after:absolute after:inset-0"
        onClick={() => onOpen(!open)}
      >
        <span className="relative z-2 grid h-full w-11 place-items-center text-muted">
          <ChevronDown aria-hidden className={cx('size-4', open && 'rotate-180')} />
        </span>
      </button>
    </td>
  );
}

/** Shows the columns that are not in a phone's two lines, each with its header. */
function OpenedRow<Row>({ columns, row }: Pick<BodyRowProps<Row>, 'columns' | 'row'>) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: display: block would drop the table's own roles
    <tr role="row" className="block border-line border-b last:border-b-0 @4xl:hidden">
      {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
      <td role="cell" className="block px-4 pb-3">
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2">
          {columns
            .filter(({ phone }) => phone !== 'title' && phone !== 'hidden')
            .map((column) => (
              <div key={column.header} className="contents">
                <dt className="text-muted text-sm">{column.header}</dt>
                <dd className="flex min-w-0 justify-end text-right wrap-anywhere">
                  <span className="min-w-0">{column.cell(row)}</span>
                </dd>
              </div>
            ))}
        </dl>
      </td>
    </tr>
  );
}

export function SkeletonRow<Row>({ columns, layout }: Pick<BodyRowProps<Row>, 'columns' | 'layout'>) {
  return (
    <tr className={rowStyle(layout)}>
      {columns.map((column) => (
        <td key={column.header} className={cellStyle(layout, column)}>
          {column.phone === 'title' ? (
            <span className="flex items-center gap-3">
              {column.picture ? <Skeleton className="aspect-9/16 w-8 shrink-0 @max-4xl:w-7" /> : null}
              <span className="flex min-w-0 flex-1 flex-col gap-2">
                <Skeleton className="h-3.5 w-48 max-w-full" />
                {column.picture ? <Skeleton className="h-3 w-32 max-w-full" /> : null}
              </span>
            </span>
          ) : (
            <Skeleton className={cx('h-3.5 w-16', column.align === 'right' && 'ml-auto')} />
          )}
        </td>
      ))}
    </tr>
  );
}
