import { expect, test } from 'vitest';
import { type StatementMapping, statementMapping } from '#contract/external-statements/statement-preview.ts';
import { READERS } from './rules.ts';

const HEAD = 'Date,Text,Amount (EUR)';

/** Returns the amounts in whole units, and whether their direction is assumed. */
function read(text: string, mapping?: Partial<StatementMapping>) {
  const reading = READERS.bank(text, {
    layouts: [],
    ...(mapping && { mapping: statementMapping.parse(mapping) }),
  });
  if ('problems' in reading) return reading.problems;
  return {
    amounts: reading.lines.map(({ amountMicros }) => Number(amountMicros) / 1_000_000),
    isAssumed: (reading.assumed ?? []).includes('moneyIn'),
  };
}

test.each([
  ['a plus', `${HEAD}\n2026-11-20,A,+500.00\n2026-11-21,B,20.00\n`],
  ['a plus behind the digits', `${HEAD}\n2026-11-20,A,500.00+\n2026-11-21,B,20.00\n`],
  ['letters for money in', `${HEAD}\n2026-11-20,A,500.00 CR\n2026-11-21,B,20.00\n`],
  ['a word for money in', `${HEAD},Type\n2026-11-20,A,500.00,Deposit\n2026-11-21,B,20.00,Card purchase\n`],
])(
  'names the assumption that bare amounts are money in when others have %s, until an admin says it',
  (_name, file) => {
    expect(read(file)).toEqual({ amounts: [500, 20], isAssumed: true });
    expect(read(file, { positive: 'in' })).toEqual({ amounts: [500, 20], isAssumed: false });
    expect(read(file, { positive: 'out' })).toEqual({ amounts: [500, -20], isAssumed: false });
  },
);

test('assumes nothing of bare amounts beside a minus, and turns both when an admin says so', () => {
  const file = `${HEAD}\n2026-11-20,A,500.00\n2026-11-21,B,-20.00\n`;
  expect(read(file)).toEqual({ amounts: [500, -20], isAssumed: false });
  expect(read(file, { positive: 'out' })).toEqual({ amounts: [-500, 20], isAssumed: false });
});

test('turns no amount whose letters name its direction', () => {
  const file = `${HEAD}\n2026-11-20,A,500.00 CR\n2026-11-21,B,20.00 DR\n`;
  expect(read(file, { positive: 'out' })).toEqual({ amounts: [500, -20], isAssumed: false });
});

test('counts a minus whose thousands only the rest of the file shows', () => {
  const file = `${HEAD}\n2026-11-20,A,"5,000.50"\n2026-11-21,B,"-1,234"\n`;
  expect(read(file)).toEqual({ amounts: [5_000.5, -1_234], isAssumed: false });
});

test.each([
  ['the header', 'Date (MM.DD.YYYY),Text,Amount (EUR)', undefined],
  ['an admin', HEAD, { dayOrder: 'month-first' }],
] as const)('reads a date with dots month first when %s says so', (_name, head, mapping) => {
  const reading = READERS.bank(`${head}\n03.04.2026,A,-1.00\n`, {
    layouts: [],
    ...(mapping && { mapping: statementMapping.parse(mapping) }),
  });
  expect('lines' in reading && reading.lines[0]!.occurredAt.toISOString()).toBe('2026-03-04T12:00:00.000Z');
});
