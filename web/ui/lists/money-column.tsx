import type { Micros } from '#contract/money.ts';
import { Money, type MoneyProps } from '#web/ui/texts/money.tsx';
import type { Column } from './table-row.tsx';

interface MoneyColumn extends Omit<MoneyProps, 'micros' | 'className'> {
  /** True for a bold amount: the row's main figure. */
  bold?: boolean;
  /** A word after the amount in a phone's row, which has no column heads: "free". */
  unit?: string;
  /** Name of the order by this column, if the list can be sorted by it. */
  sort?: string;
  /** False if a phone's row shows the amount only when it is opened. */
  onPhone?: boolean;
}

/** A right-aligned column of amounts, which is the amount of a phone's row. */
export const moneyColumn = <Row,>(
  header: string,
  amountOf: (row: Row) => Micros,
  { bold, unit, sort, onPhone = true, ...money }: MoneyColumn = {},
): Column<Row> => ({
  header,
  align: 'right',
  ...(onPhone && { phone: 'amount' }),
  ...(sort && { sort: { by: sort, kind: 'number' } }),
  cell: (row) => (
    <>
      <Money {...money} micros={amountOf(row)} {...(bold && { className: 'font-semibold' })} />
      {unit ? (
        <span className="text-muted text-sm @4xl:hidden group-data-open/row:hidden"> {unit}</span>
      ) : null}
    </>
  ),
});
