import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { cx } from '#web/ui/cx.ts';
import type { SelectOption } from '#web/ui/forms/select.tsx';
import { type Column, type PhoneLayout, placeOf } from './table-row.tsx';
import type { ListState } from './use-list.ts';

const orders = {
  number: ['highest first', 'lowest first'],
  date: ['newest first', 'oldest first'],
  text: ['Z to A', 'A to Z'],
};

/**
 * Returns the labels of all orders that the columns offer: "Views, highest first". If no column has the
 * list's usual order, it is added as the first.
 */
export function sortsOf<Row>(columns: readonly Column<Row>[], usual?: ListState['usual']): SelectOption[] {
  const offered = columns.flatMap(({ header, sort }) =>
    sort
      ? orders[sort.kind].map((order, at) => ({
          value: at === 0 ? `-${sort.by}` : sort.by,
          label: `${header}, ${order}`,
        }))
      : [],
  );
  const lacksUsual = usual && offered.length > 0 && !offered.some(({ value }) => value === usual);
  const label = usual?.startsWith('-') ? 'Newest first' : 'Oldest first';
  return lacksUsual ? [{ value: usual, label }, ...offered] : offered;
}

export interface TableHeadProps<Row> {
  columns: readonly Column<Row>[];
  layout: PhoneLayout | null;
  list: Order | undefined;
}

type Order = Pick<ListState, 'sort' | 'change' | 'usual'>;

/**
 * The head of a table, which stays visible while the rows scroll. On a phone only screen readers announce it.
 */
export function TableHead<Row>({ columns, layout, list }: TableHeadProps<Row>) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: display: block would drop the table's own roles
    <thead role="rowgroup" className={cx(layout && '@max-4xl:sr-only')}>
      <tr role="row">
        {columns.map((column) => (
          <th
            key={column.header}
            role="columnheader"
            scope="col"
            aria-label={column.sort && list ? column.header : undefined}
            aria-sort={list && directionOf(column, list.sort)}
            className={cx(
              'label sticky top-0 z-1 whitespace-nowrap bg-surface px-3 @max-5xl:px-1.5 py-2.25 text-left shadow-[inset_0_-1px_0_var(--color-line)] first:pl-4.5 last:pr-4.5',
              column.align === 'right' && 'text-right',
              placeOf(layout, column) === layout?.hidden && layout?.hidden,
            )}
          >
            {column.header}
            {column.sort && list ? <SortButton column={column} list={list} /> : null}
          </th>
        ))}
        {layout?.opens ? (
          <th role="columnheader" scope="col" className="sr-only @4xl:hidden">
            More
          </th>
        ) : null}
      </tr>
    </thead>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
}

function directionOf<Row>({ sort }: Column<Row>, chosen: string): 'ascending' | 'descending' | undefined {
  if (!sort || chosen.replace(/^-/, '') !== sort.by) return undefined;
  return chosen.startsWith('-') ? 'descending' : 'ascending';
}

/**
 * Returns the order after a press on a head: first the more useful direction, then the reverse, then the
 * list's usual order.
 */
export function orderAfter(
  { by, kind }: NonNullable<Column<never>['sort']>,
  { sort, usual }: Pick<Order, 'sort' | 'usual'>,
): string {
  const orders = kind === 'text' ? [by, `-${by}`] : [`-${by}`, by];
  if (usual && !orders.includes(usual)) orders.push(usual);
  return orders[(orders.indexOf(sort) + 1) % orders.length]!;
}

/** A button that covers a column's head and sorts by the column. */
function SortButton<Row>({ column, list }: { column: Column<Row>; list: Order }) {
  const direction = directionOf(column, list.sort);
  const Icon = direction ? (direction === 'ascending' ? ArrowUp : ArrowDown) : ArrowUpDown;
  return (
    <>
      <Icon
        aria-hidden
        className={cx('ml-1 inline size-3 @max-4xl:hidden', direction ? 'text-ink' : 'opacity-50')}
      />
      <button
        type="button"
        aria-label={`Sort by ${column.header}`}
        className="absolute inset-0 hover:bg-hover @max-4xl:hidden"
        onClick={() => list.change({ sort: orderAfter(column.sort!, list) })}
      />
    </>
  );
}
