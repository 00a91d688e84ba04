/** Direction of the money. */
export type Way = 'in' | 'out';

const OUT = [
  ...['s', 'd', 'dr', 'db', 'dbit', 'debit', 'soll', 'belastung', 'af', 'uit', 'out', 'outgoing', 'debito'],
  ...['débito', 'débit', 'cargo', 'debe', 'dare', 'withdrawal', 'paid out', 'money out', '-', '−'],
  ...['egreso', 'saída', 'salida', 'uscita', 'wydatek', 'obciążenie', 'sortie'],
];
const IN = [
  ...['h', 'c', 'cr', 'crdt', 'credit', 'haben', 'gutschrift', 'bij', 'in', 'incoming', 'credito'],
  ...['crédito', 'crédit', 'abono', 'haber', 'avere', 'deposit', 'paid in', 'money in', '+'],
  ...['ingreso', 'entrada', 'entrata', 'wpływ', 'uznanie', 'entrée'],
];

/** Words for the direction of an amount, in the cell of the amount or in another column. */
export const WAY_WORDS: ReadonlyMap<string, Way> = new Map([
  ...OUT.map((word) => [word, 'out'] as const),
  ...IN.map((word) => [word, 'in'] as const),
]);

const DOLLARS =
  'USD AUD BBD BMD BND BSD BZD CAD FJD GYD HKD JMD KYD LRD NAD NZD SGD SRD TTD TWD XCD MXN CLP COP ARS'.split(
    ' ',
  );

/**
 * Currency codes by symbol, in upper case. If a symbol has several codes, a column or a header must name the
 * right one.
 */
export const CURRENCY_SYMBOLS: Readonly<Record<string, readonly string[]>> = {
  $: DOLLARS,
  US$: ['USD'],
  CA$: ['CAD'],
  C$: ['CAD', 'NIO'],
  AU$: ['AUD'],
  A$: ['AUD'],
  NZ$: ['NZD'],
  HK$: ['HKD'],
  S$: ['SGD'],
  MX$: ['MXN'],
  R$: ['BRL'],
  NT$: ['TWD'],
  '€': ['EUR'],
  '£': ['GBP', 'EGP', 'FKP', 'GIP', 'SHP'],
  '¥': ['JPY', 'CNY'],
  'CN¥': ['CNY'],
  'JP¥': ['JPY'],
  '₹': ['INR'],
  RS: ['INR', 'PKR', 'LKR', 'NPR', 'MUR'],
  'RS.': ['INR', 'PKR', 'LKR', 'NPR', 'MUR'],
  '₩': ['KRW'],
  '₪': ['ILS'],
  '₫': ['VND'],
  '₱': ['PHP'],
  '₺': ['TRY'],
  '₴': ['UAH'],
  '₽': ['RUB'],
  '₦': ['NGN'],
  '₸': ['KZT'],
  ZŁ: ['PLN'],
  KČ: ['CZK'],
  FT: ['HUF'],
  LEI: ['RON', 'MDL'],
  KR: ['SEK', 'NOK', 'DKK', 'ISK'],
  'KR.': ['DKK', 'NOK', 'SEK', 'ISK'],
  FR: ['CHF'],
  'FR.': ['CHF'],
};

const codes = new Set(Intl.supportedValuesOf('currency'));

/** Whether `code` is an ISO 4217 currency code in upper case. */
export const isCurrency = (code: string): boolean => codes.has(code);

/** Returns the currencies that the text of a cell or header can mean; null if it is no currency. */
export function currenciesOf(text: string): readonly string[] | null {
  const word = text.trim().toUpperCase();
  return isCurrency(word) ? [word] : (CURRENCY_SYMBOLS[word] ?? null);
}

const TOTALS =
  /^(?:(?:grand |sub)?totals?|sums?|summen?|gesamt\w*|gesamtsumme|\p{L}*saldo|\p{L}*kontostand|saldi|solde|somme|suma|totale|totaal)(?![\p{L}])/iu;
const BALANCE =
  /^(?:(?:opening|closing|beginning|ending|starting|available|current|previous|new|initial|final) balance|balance (?:brought|carried) forward|(?:anfangs|end|schluss|abschluss|eröffnungs|alter |neuer )(?:saldo|kontostand)|saldovortrag|übertrag|solde (?:initial|final)|saldo (?:inicial|final|iniziale|finale))/iu;
/** Words, without spaces, that may be between a balance's name and its day. */
const ON = new Set(['', 'asof', 'asat', 'on', 'at', 'am', 'vom', 'per', 'zum', 'au', 'al']);

/** Whether a row's text names a sum or a balance instead of a movement. */
export const isTotal = (text: string): boolean => TOTALS.test(text.trim()) || isBalance(text);

/** Whether the text is only the name of a balance, with or without its day. */
export function isBalance(text: string): boolean {
  const [name] = BALANCE.exec(text.trim()) ?? [];
  if (name === undefined) return false;
  const rest = text.trim().slice(name.length);
  return ON.has(rest.replace(/[\d\s./:-]/g, '').toLowerCase());
}
