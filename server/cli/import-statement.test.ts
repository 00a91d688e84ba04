import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { soleSecret } from '#server/infra/secrets.ts';
import { headerKeyOf } from '#server/modules/external-statements/layout.ts';
import { testDatabase } from '#server/testing/database.ts';
import { importStatement } from './import-statement.ts';

const t = await testDatabase();
const folder = mkdtempSync(join(tmpdir(), 'permille-statement-'));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await t.close();
});

async function run(...args: string[]): Promise<{ code: number; printed: string }> {
  const printed: string[] = [];
  const code = await importStatement.run({
    db: t.db,
    mode: 'live',
    secrets: soleSecret('a secret of thirty-two characters'),
    adminPassword: null,
    args,
    print: (line) => printed.push(line),
    write: async () => undefined,
  });
  return { code, printed: printed.join('\n') };
}

const file = (name: string, content: string | Buffer): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

test('without a file it prints how all accounts match, and without imports nothing is unmatched', async () => {
  const { code, printed } = await run();
  expect(code).toBe(0);
  expect(JSON.parse(printed)).toMatchObject({ ok: true, unmatched: 0 });
});

test('imports a statement in its original encoding, and unmatched lines give exit code 1', async () => {
  const text = Buffer.from(
    'Datum;Betrag;Verwendungszweck;Name\n14.03.2026;12,50;Gruß 12345;Müller\n',
    'latin1',
  );
  const { code, printed } = await run(file('march.csv', text), '--rail=bank');
  expect(code).toBe(1);
  const { rails, imported } = JSON.parse(printed);
  expect(imported).toMatchObject({ lines: 1, skipped: { rows: 0 } });
  expect(imported.assumed).toEqual([
    'No amount has a minus. Entries without a direction are read as money in.',
    'No currency is named. Amounts are read as US dollars.',
  ]);
  expect(rails[2]).toMatchObject({ rail: 'bank', outsideMicros: '12500000', onlyOutside: 1 });
  const line = await t.db.selectFrom('external_lines').select(['counterparty']).executeTakeFirstOrThrow();
  expect(line.counterparty).toBe('Müller');
});

test.each([
  ['with its mark', '\uFEFF', false],
  ['without a mark', '', false],
  ['of the other byte order', '\uFEFF', true],
])('imports a statement in UTF-16: %s', async (name, mark, isSwapped) => {
  const text = `${mark}Datum;Betrag;Verwendungszweck;Name\n15.03.2026;12,50;${name} 12345;Müller\n`;
  const bytes = Buffer.from(text, 'utf16le');
  await run(file('wide.csv', isSwapped ? bytes.swap16() : bytes), '--rail=bank');
  const lines = await t.db.selectFrom('external_lines').select(['counterparty', 'description']).execute();
  expect(lines).toContainEqual({ counterparty: 'Müller', description: `${name} 12345` });
});

test.each([
  ['no rail', [file('a.csv', 'x')], 'Name whose statement it is'],
  ['a file that is none', [file('b.csv', 'x'), '--rail=stripe'], 'Statement not imported: No column for'],
  ['50 MB', [file('c.xml', Buffer.alloc(50 * 1024 * 1024, '<a>')), '--rail=bank'], 'larger than 8 MB'],
])('refuses with the reason: %s', async (_name, args, says) => {
  const { code, printed } = await run(...args);
  expect(code).toBe(1);
  expect(printed).toContain(says);
});

test('reads a file by the columns that an admin saved for its bank', async () => {
  const text = 'Dag,Vem,Summa\n2026-03-16,Hyra 4711,12.50\n';
  const refused = await run(file('nord.csv', text), '--rail=bank');
  expect(refused.printed).toContain('No column for Date');
  expect(refused.printed).toContain('Import the file under Statements in the admin panel');
  const header_key = headerKeyOf(['Dag', 'Vem', 'Summa']);
  const mapping = JSON.stringify({
    columns: { date: 0, description: 1, amount: 2 },
    currency: 'SEK',
    positive: 'out',
  });
  const saved = {
    id: crypto.randomUUID(),
    rail: 'bank' as const,
    bank: 'Nordbank',
    header_key,
    mapping,
    saved_at: new Date(),
  };
  await t.db.insertInto('statement_layouts').values(saved).execute();
  const { printed } = await run(file('nord.csv', text), '--rail=bank');
  expect(JSON.parse(printed).imported).toMatchObject({
    readAsSavedFor: 'Nordbank',
    sums: [{ currency: 'SEK', inMicros: '0', outMicros: '-12500000' }],
    assumed: [],
    alike: 0,
  });
});

test('prints how many new lines may be entries that were imported with other texts', async () => {
  const first = 'Date,Text,Amount\n2026-06-20,Rent of June,-77.00\n';
  await run(file('first.csv', first), '--rail=bank');
  const { printed } = await run(file('again.csv', first.replace('Rent of June', 'RENT JUNE')), '--rail=bank');
  expect(JSON.parse(printed).imported).toMatchObject({ readAsSavedFor: null, known: 0, alike: 1 });
});
