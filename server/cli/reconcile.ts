import { reconcile as prove } from '#server/modules/ledger/ledger.ts';
import type { Command } from './command.ts';

export const reconcile: Command = {
  says: 'reconcile            proves every invariant of the money; prints them as JSON, exits 1 when one is broken',
  async run({ db, print }) {
    const proof = await prove(db);
    print(JSON.stringify(proof, null, 2));
    return proof.ok ? 0 : 1;
  },
};
