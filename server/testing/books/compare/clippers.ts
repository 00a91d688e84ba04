import { onItsWay, paidOut, pendingOf } from '../model/books.ts';
import { sum } from '../money.ts';
import type { Person } from '../people.ts';
import type { ClipperOverview, PayoutRow } from '../shown.ts';
import { able, type World } from '../world.ts';
import type { Differences } from './differences.ts';

/** Compares the earnings and payouts that each clipper's pages show. */
export async function compareClippers(w: World, differences: Differences): Promise<void> {
  await Promise.all(able(w.clippers).map((clipper) => compareClipper(w, clipper, differences)));
}

async function compareClipper(w: World, clipper: Person, d: Differences): Promise<void> {
  const [{ figures }, payouts] = await Promise.all([
    clipper.caller.read<ClipperOverview>('/api/clipper/overview'),
    clipper.caller.rows<PayoutRow>('/api/clipper/payouts'),
  ]);
  const book = w.books.clippers.get(clipper.id)!;
  const clips = [...w.books.clips.values()].filter(({ clipperId }) => clipperId === clipper.id);
  d.amount(`${clipper.name} available`, book.available, figures.availableMicros);
  d.amount(`${clipper.name} pending`, sum(clips.map(pendingOf)), figures.pendingMicros);
  d.amount(`${clipper.name} owed`, book.owed, figures.owedMicros);
  d.amount(`${clipper.name} on its way`, onItsWay(w.books, clipper.id), figures.onItsWayMicros);
  d.amount(`${clipper.name} paid out`, paidOut(w.books, clipper.id), figures.paidOutMicros);
  const own = [...w.books.payouts.values()].filter(({ clipperId }) => clipperId === clipper.id);
  d.same(`${clipper.name} payouts`, own.length, payouts.length);
  for (const row of payouts) {
    const payout = w.books.payouts.get(row.id);
    d.same(`${clipper.name} payout ${row.id}`, payout ? payout.state : 'none', row.state);
    if (payout) d.amount(`${clipper.name} payout ${row.id}`, payout.amount, row.amountMicros);
  }
}
