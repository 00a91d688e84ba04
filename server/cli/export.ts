import { parseArgs } from 'node:util';
import { z } from 'zod';
import { daySpan } from '#contract/wire/primitives.ts';
import { exportHledger } from '#server/modules/ledger/ledger.ts';
import type { Command } from './command.ts';

export const exportJournal: Command = {
  says: 'export hledger       writes the whole journal in the format of hledger; --from=DAY and --to=DAY limit it',
  async run({ db, args, print, write }) {
    const { values, positionals } = parseArgs({
      args,
      options: { from: { type: 'string' }, to: { type: 'string' } },
      allowPositionals: true,
      strict: false,
    });
    const range = z.object(daySpan).safeParse(values);
    if (positionals[0] !== 'hledger' || !range.success) {
      print('Name the format, and days such as 2026-01-31: npm run -s export -- hledger --from=DAY --to=DAY');
      return 1;
    }
    for await (const text of exportHledger(db, range.data)) await write(text);
    return 0;
  },
};
