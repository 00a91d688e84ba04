import { clipsOf, onItsWay, pendingOf } from '../model/books.ts';
import { sum } from '../money.ts';
import type { Person } from '../people.ts';
import type { StatementRow } from '../shown.ts';
import { able, type World } from '../world.ts';
import type { Differences } from './differences.ts';

/** Checks that each monthly statement ends with the current balances, and that its lines add up to them. */
export async function compareStatements(w: World, d: Differences): Promise<void> {
  const month = w.now.toISOString().slice(0, 7);
  await Promise.all([
    ...able(w.hosts).map(async (host) => {
      const rows = await host.caller.rows<StatementRow>(`/api/host/statement?month=${month}`);
      const listings = [...w.books.listings.values()].filter(({ hostId }) => hostId === host.id);
      const reserved = listings.flatMap(({ id }) => clipsOf(w.books, id).map((clip) => clip.reserved));
      compareSections(host, rows, d, {
        Balance: w.books.hosts.get(host.id)!.balance,
        'Budget in your listings': sum([...listings.map(({ free }) => free), ...reserved]),
      });
    }),
    ...able(w.clippers).map(async (clipper) => {
      const rows = await clipper.caller.rows<StatementRow>(`/api/clipper/statement?month=${month}`);
      const clips = [...w.books.clips.values()].filter(({ clipperId }) => clipperId === clipper.id);
      const { available, owed } = w.books.clippers.get(clipper.id)!;
      compareSections(clipper, rows, d, {
        'Pending earnings': sum(clips.map(pendingOf)),
        Available: available,
        'On its way': onItsWay(w.books, clipper.id),
        Owed: -owed,
      });
    }),
  ]);
}

function compareSections(
  { name }: Person,
  rows: StatementRow[],
  d: Differences,
  expected: Record<string, bigint>,
): void {
  for (const [section, amount] of Object.entries(expected)) {
    const lines = rows.filter((row) => row.section === section);
    const what = `${name} statement, ${section}`;
    const closing = lines.find((row) => row.what === 'closing');
    d.amount(`${what} closes with`, amount, closing?.amountMicros ?? '0');
    const moved = lines.filter((row) => row.what !== 'closing').map((row) => BigInt(row.amountMicros));
    d.amount(`${what} adds up to`, amount, sum(moved).toString());
  }
}
