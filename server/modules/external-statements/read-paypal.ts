import { type OutsideLine, type Reading, withFee } from './outside-line.ts';
import { readTable } from './read-table.ts';

const columns = {
  date: ['date', 'transactioninitiationdate', 'transactioncompletiondate'],
  time: ['time'],
  zone: ['timezone'],
  id: ['transactionid'],
  type: ['type', 'transactioneventcode', 'description'],
  status: ['status', 'transactionalstatus'],
  amount: ['gross', 'grosstransactionamount'],
  fee: ['fee', 'feeamount'],
  currency: ['currency', 'grosstransactioncurrency'],
  name: ['name'],
  related: ['referencetxnid', 'paypalreferenceid'],
  custom: ['customnumber', 'customfield'],
  invoice: ['invoicenumber', 'invoiceid'],
  impact: ['balanceimpact'],
} as const;

/** Temporary holds and their releases, which move no money. */
export const isHold = (type: string): boolean => /^T15\d\d$|^T1105$|\bhold\b/i.test(type);
/** Transfers to and from the platform's bank. */
export const isPaypalTransfer = (type: string): boolean =>
  /^T0[34]\d\d$|\bwithdrawal\b|\bbank deposit\b|\btransfer (?:to|from) bank\b/i.test(type);
/** Completed, or completed and reversed since. A pending one is imported by a later report. */
export const isDone = (status: string): boolean =>
  /^(?:S|V|completed|success|reversed|refunded|returned|partially refunded)$/i.test(status);

/** PayPal's activity download, or a settlement or transaction detail report as CSV. */
export function readPaypal(text: string): Reading {
  const table = readTable(text, columns, ['date', 'id', 'type', 'status', 'amount', 'currency']);
  if (!('rows' in table)) return table;
  const lines = table.read((row): OutsideLine[] => {
    const [externalId, category, status] = [row.required('id'), row.required('type'), row.required('status')];
    const occurredAt = row.moment('date', { time: row.text('time'), zone: row.text('zone') });
    const currency = row.currency('currency', '');
    const amountMicros = row.required('amount') && row.amount('amount');
    const feeMicros = row.amount('fee') ?? 0n;
    if (!externalId || !category || !status || !occurredAt || !currency) return [];
    if (typeof amountMicros !== 'bigint') return [];
    if (!isDone(status) || isHold(category) || /^memo$/i.test(row.text('impact'))) return [];
    const named = [externalId, row.text('custom'), row.text('invoice'), row.text('related')];
    return withFee(
      {
        externalId,
        category,
        amountMicros,
        currency,
        occurredAt,
        references: named.filter(Boolean),
        counterparty: row.text('name') || null,
        description: null,
        isTransfer: isPaypalTransfer(category),
      },
      // PayPal writes a taken fee as a negative number.
      -feeMicros,
    );
  });
  return table.problems.length > 0 ? { problems: table.problems } : { lines, period: null };
}
