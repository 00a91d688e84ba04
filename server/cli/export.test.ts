import { afterAll, expect, test } from 'vitest';
import { soleSecret } from '#server/infra/secrets.ts';
import { testDatabase } from '#server/testing/database.ts';
import { exportJournal } from './export.ts';

const t = await testDatabase();
afterAll(() => t.close());

async function run(...args: string[]): Promise<{ code: number; printed: string[]; written: string }> {
  const printed: string[] = [];
  const parts: string[] = [];
  const code = await exportJournal.run({
    db: t.db,
    mode: 'live',
    secrets: soleSecret('a secret of thirty-two characters'),
    adminPassword: null,
    args,
    print: (line) => printed.push(line),
    write: async (text) => void parts.push(text),
  });
  return { code, printed, written: parts.join('') };
}

test('writes the journal of all days or of some', async () => {
  const all = await run('hledger');
  expect(all).toMatchObject({ code: 0, printed: [] });
  expect(all.written).toMatch(/^; The ledger of Permille, days in UTC\./);
  expect(all.written.trimEnd()).toMatch(/; end of the journal: 0 transfers$/);
  const some = await run('hledger', '--from=2026-01-10', '--to=2026-01-12');
  expect(some.written).toMatch(/^; The ledger of Permille from 2026-01-10 to 2026-01-12, days in UTC\./);
});

test.each([[], ['csv'], ['hledger', '--from=yesterday']])(
  "%j prints the command's usage",
  async (...args) => {
    expect(await run(...args)).toEqual({
      code: 1,
      printed: [
        'Name the format, and days such as 2026-01-31: npm run -s export -- hledger --from=DAY --to=DAY',
      ],
      written: '',
    });
  },
);
