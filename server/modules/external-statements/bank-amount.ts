import type { BankColumn, BankRow, BankTable } from './bank-table.ts';
import { currenciesOf, isCurrency, WAY_WORDS, type Way } from './cell-words.ts';
import { BANK_COLUMNS } from './column-names.ts';
import { type Amount, readMoney } from './read-amount.ts';
import { plain } from './read-header.ts';

interface Moved {
  amountMicros: bigint;
  /** Positive if the bank took the fee separately from the amount. */
  feeMicros: bigint;
  /** The column that contains the amount. `currencies` are those that its cell may name. */
  column: BankColumn;
  currencies: readonly string[];
}

/** Returns functions that read the amount and the currency of a row. Both depend on all rows of the file. */
export function readAmounts(table: BankTable): {
  readAmount: (row: BankRow) => Moved | null;
  currency: (row: BankRow, of: Moved) => string | null;
} {
  const ways = signedAmountReader(table);
  const ofFile = fileCurrency(table);
  return {
    readAmount(row) {
      const amount = table.has('amount') ? ways(row) : twoColumns(row);
      if (!amount) return null;
      const feeMicros = feeOf(table, row, amount.amountMicros);
      return feeMicros === null ? null : { ...amount, feeMicros };
    },
    currency: (row, of) => currencyOf(table, row, { of, ofFile }),
  };
}

type Read = Omit<Moved, 'feeMicros'>;

/**
 * Reads the amount from separate columns for money out and in, and ignores signs. A bank leaves one of the
 * two cells empty or writes zero.
 */
function twoColumns(row: BankRow): Read | null {
  const [debit, credit] = [row.money('debit'), row.money('credit')];
  const [out, into] = [debit?.micros ?? 0n, credit?.micros ?? 0n];
  if (out !== 0n && into !== 0n) return row.note('debit', 'Debit and credit on one line.');
  if (!debit && !credit)
    return row.isEmpty('debit') && row.isEmpty('credit') ? row.note('debit', 'Empty.') : null;
  if (into < 0n) return row.note('credit', 'Money in with a minus.');
  const [of, column] = into !== 0n || !debit ? [credit!, 'credit' as const] : [debit, 'debit' as const];
  return { amountMicros: into !== 0n ? into : out > 0n ? -out : out, column, currencies: of.currencies };
}

/**
 * Returns a function that reads the amount column of a row. If another column has a debit or credit word in
 * every row, that word decides the sign of unsigned amounts, and signed amounts must agree with it.
 */
function signedAmountReader(table: BankTable): (row: BankRow) => Read | null {
  const places = table.everyPlaceOf('way');
  const wordAt = (row: BankRow, place: number): Way | undefined => WAY_WORDS.get(row.at(place).toLowerCase());
  const deciding = places.find(
    (place) => table.rows.length > 0 && table.rows.every((row) => wordAt(row, place)),
  );
  const amounts = table.rows.flatMap((row) => {
    const of = readMoney(row.text('amount'), table.point());
    return of === null || of === 'unclear' ? [] : [{ row, of }];
  });
  const hasMinus = amounts.some(({ of }) => of.micros < 0n);
  const isSigned = hasMinus || amounts.some(({ of }) => of.way !== null);
  const isMapped = (table.mappedPlaces('way')?.length ?? 0) > 0;
  const { positive } = table.mapping;
  // Without a minus in the file, the sign of bare amounts beside "+5.00", "5.00 CR" or "Deposit" is a guess.
  const hasBare =
    !hasMinus &&
    amounts.some(({ row, of }) => isBare(row, of) && !places.some((place) => wordAt(row, place)));
  if (hasBare && !positive) table.assumed.add('moneyIn');
  const isFlipped = (row: BankRow, money: Amount) =>
    positive === 'out' && money.way === null && (!hasBare || isBare(row, money));
  return (row) => {
    if (!row.required('amount')) return null;
    const money = row.money('amount');
    if (!money) return null;
    // A column that an admin chose, or whose name only means a direction, must name a direction in every row.
    const mute = places.find(
      (place) => wordAt(row, place) === undefined && (isMapped || isStrict(table, row, place)),
    );
    if (mute !== undefined && !isSigned && money.micros !== 0n)
      return row.note('way', `“${row.at(mute).slice(0, 40)}” is neither money in nor money out.`);
    const read: Read = { amountMicros: money.micros, column: 'amount', currencies: money.currencies };
    const words = places.flatMap((place) => wordAt(row, place) ?? []);
    const says = deciding === undefined ? words[0] : wordAt(row, deciding);
    if (says === undefined && isFlipped(row, money)) return { ...read, amountMicros: -money.micros };
    if (says === undefined || money.micros === 0n) return read;
    if (new Set(words).size > 1) return row.note('amount', 'Two columns name different directions.');
    if ((says === 'out') === money.micros < 0n) return read;
    if (deciding !== undefined && !isSigned && says === 'out')
      return { ...read, amountMicros: -money.micros };
    return row.note(
      'amount',
      `${signOf(money)} and “${says === 'out' ? 'debit' : 'credit'}” contradict each other.`,
    );
  };
}

/** True if neither a sign nor a word in the cell states the direction of the amount. */
const isBare = (row: BankRow, { micros, way }: Amount): boolean =>
  micros > 0n && way === null && !/[+＋]/.test(row.text('amount'));

/** Headers that only mean a direction. A column with another header, such as "Type", may contain any text. */
const DIRECTIONS = new Set(
  BANK_COLUMNS.way
    .map(plain)
    .filter((name) => !['', 'type', 'typ', 'details', 'transactiontype'].includes(name)),
);

const isStrict = (table: BankTable, row: BankRow, place: number): boolean =>
  row.at(place) !== '' && DIRECTIONS.has(plain(table.file.header[place] ?? ''));

const signOf = ({ micros }: Amount): string => (micros < 0n ? 'The minus' : 'An amount without a minus');

/**
 * Returns the fee that is taken separately from the amount. If the fee is unclear, notes a problem and
 * returns null.
 */
function feeOf(table: BankTable, row: BankRow, amountMicros: bigint): bigint | null {
  const hasNet = table.has('net') && table.placesOf('net')[0] !== table.placesOf('amount')[0];
  const [fee, net] = [row.money('fee'), hasNet ? row.money('net') : null];
  const size = fee === null ? 0n : fee.micros < 0n ? -fee.micros : fee.micros;
  if (!row.isEmpty('fee') && fee === null) return null;
  if (net !== null && table.has('amount')) {
    const taken = amountMicros - (amountMicros < 0n && net.micros > 0n ? -net.micros : net.micros);
    if (taken === size || taken === -size) return taken;
    return row.note('net', 'Amount, fee and total do not add up.');
  }
  // The amount already has the fee deducted.
  if (size === 0n || (table.has('net') && !hasNet)) return 0n;
  const feeCurrency = row.text('feeCurrency');
  if (feeCurrency && feeCurrency !== row.text('currency'))
    return row.note('feeCurrency', 'The fee has another currency than the amount.');
  if (isRevolut(table) || table.mapping.fee === 'beside') return size;
  if (table.mapping.fee === 'inside') return 0n;
  return row.note('fee', 'The fee may be a part of the amount or not.', 'fee');
}

/** Revolut states amounts without their fee, and no net amount. */
function isRevolut(table: BankTable): boolean {
  const names = table.file.header.map(plain);
  const languages = [
    ['starteddate', 'completeddate', 'product'],
    ['datumdesbeginns', 'datumdesabschlusses', 'produkt'],
  ];
  return languages.some((own) => own.every((name) => names.includes(name)));
}

function currencyOf(
  table: BankTable,
  row: BankRow,
  { of, ofFile }: { of: Moved; ofFile: readonly string[] | null },
): string | null {
  const cell = row.text('currency');
  const column = cell === '' ? null : currenciesOf(cell);
  if (cell !== '' && (column === null || row.texts('currency').length > 1))
    return row.note('currency', `“${cell.slice(0, 40)}” is no currency.`);
  const header = table.hintOf(of.column)?.currencies ?? (column ? null : ofFile);
  const named = [column, header, of.currencies.length > 0 ? of.currencies : null].filter(
    (one) => one !== null,
  );
  const agreed = named.reduce<readonly string[]>(
    (left, codes) => left.filter((code) => codes.includes(code)),
    named[0] ?? [table.mapping.currency ?? 'USD'],
  );
  if (agreed.length === 0) return row.note(of.column, 'Two currencies are named for one amount.');
  if (agreed.length > 1 && table.mapping.currency && agreed.includes(table.mapping.currency))
    return table.mapping.currency;
  if (named.length === 0 ? !table.mapping.currency : agreed.length > 1) table.assumed.add('currency');
  // "$" means US dollars, the currency of our own account, unless something names another one.
  if (agreed.length > 1 && agreed[0] !== 'USD')
    return row.note(of.column, `The currency may be ${agreed.slice(0, 3).join(' or ')}.`);
  return agreed[0]!;
}

/**
 * Returns the currencies that the lines above the header, or the header of the balance, name for the file;
 * null if they name none.
 */
function fileCurrency(table: BankTable): readonly string[] | null {
  const names = new Set(BANK_COLUMNS.currency.map(plain));
  for (const cells of table.file.above) {
    const words = cells.flatMap((cell) => cell.split(':')).map((cell) => cell.trim());
    const at = words.findIndex((word) => names.has(plain(word)));
    const code =
      words
        .slice(at + 1)
        .find((word) => word !== '')
        ?.toUpperCase() ?? '';
    if (at >= 0 && isCurrency(code)) return [code];
  }
  return table.hintOf('balance')?.currencies ?? null;
}
