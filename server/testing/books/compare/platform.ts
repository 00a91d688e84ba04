import { outsideKinds, pendingOf } from '../model/books.ts';
import type { LedgerAccountRow, TrialBalance } from '../shown.ts';
import type { World } from '../world.ts';
import type { Differences } from './differences.ts';

/** Returns balances of the platform's accounts by kind, as in the trial balance: credits less debits. */
export async function readOutside(w: World): Promise<Record<string, bigint>> {
  return outsideOf((await (await w.stage.admin()).read<TrialBalance>('/api/admin/trial-balance')).rows);
}

function outsideOf(rows: TrialBalance['rows']): Record<string, bigint> {
  return Object.fromEntries(
    rows.map(({ kind, creditMicros, debitMicros }) => [kind, BigInt(creditMicros) - BigInt(debitMicros)]),
  );
}

/** Compares the trial balance and the ledger account of each user, listing, clip and payout. */
export async function comparePlatform(w: World, d: Differences): Promise<void> {
  const admin = await w.stage.admin();
  const trial = await admin.read<TrialBalance>('/api/admin/trial-balance');
  d.amount('difference of the trial balance', 0n, trial.differenceMicros);
  const seen = outsideOf(trial.rows);
  for (const kind of outsideKinds) {
    const changed = (seen[kind] ?? 0n) - (w.outsideBefore[kind] ?? 0n);
    d.amount(`trial balance of ${kind}`, w.books.outside[kind], changed.toString());
  }
  await Promise.all(
    Object.entries(expectedAccounts(w)).map(async ([kind, expected]) => {
      const rows = await admin.rows<LedgerAccountRow>(`/api/admin/ledger-accounts?kind=${kind}`);
      const balances = new Map(rows.map(({ ownerId, balanceMicros }) => [ownerId, balanceMicros]));
      for (const [owner, amount] of expected)
        d.amount(`${kind} of ${owner}`, amount, balances.get(owner) ?? '0');
    }),
  );
}

/** Returns the model's balances by kind of account and owner. */
function expectedAccounts({ books }: World): Record<string, Map<string, bigint>> {
  const held = new Map<string, bigint>([...books.clippers.keys()].map((id) => [id, 0n]));
  for (const clip of books.clips.values())
    held.set(clip.clipperId, held.get(clip.clipperId)! + pendingOf(clip));
  const of = <T extends { id: string }>(things: Map<string, T>, amount: (one: T) => bigint) =>
    new Map([...things.values()].map((one) => [one.id, amount(one)]));
  return {
    host: of(books.hosts, ({ balance }) => balance),
    listing: of(books.listings, ({ free }) => free),
    clip_reserved: of(books.clips, ({ reserved }) => reserved),
    clipper_pending: held,
    clipper_available: of(books.clippers, ({ available }) => available),
    clipper_owed: of(books.clippers, ({ owed }) => -owed),
    payout: of(books.payouts, ({ state, amount }) =>
      state === 'requested' || state === 'processing' ? amount : 0n,
    ),
  };
}

/** Checks every invariant of `npm run reconcile`. */
export async function compareReconciliation(w: World, d: Differences): Promise<void> {
  for (const { name, ok, detail } of await w.stage.reconcile())
    d.same(`invariant "${name}"`, 'holds', ok ? 'holds' : detail);
}
