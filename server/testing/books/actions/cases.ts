import type { ClipBook, DepositBook, ListingBook, Terms } from '../model/books.ts';
import { usd } from '../money.ts';
import type { Person } from '../people.ts';
import type { Action, World } from '../world.ts';
import { payByCard } from './cards.ts';
import { bought, growth, submitTo } from './clips.ts';
import { pass, untilThursday } from './clock.ts';
import { approveClip } from './decisions.ts';
import { payByTestCard } from './deposits.ts';
import { decide, question } from './disputes.ts';
import { upholdOn } from './fraud-holds.ts';
import { postFor, topUpBy } from './listings.ts';
import { withdrawFor } from './payouts.ts';

/** An action with given people and things. It throws if it is not possible, so that no case disappears. */
const given = (name: string, run: (w: World) => Promise<string | null>): Action => ({
  name,
  weight: 0,
  async run(w) {
    const done = await run(w);
    if (done === null) throw new Error(`${name} is not possible`);
    return done;
  },
});

const byName = (people: Person[], name: string): Person => people.find((one) => one.name === name)!;
const host = (w: World, name: Host): Person => byName(w.hosts, `hostess_${name}`);
const clipper = (w: World, name: Clipper): Person => byName(w.clippers, `cutter_${name}`);
type Host = 'ada' | 'bea' | 'cee';
type Clipper = 'cid' | 'dot' | 'eve' | 'fay' | 'gus';

const listingOf = (w: World, owner: Host): ListingBook =>
  [...w.books.listings.values()].find(({ hostId }) => hostId === host(w, owner).id)!;
const depositOf = (w: World, owner: Host): DepositBook =>
  [...w.books.deposits.values()].find(({ hostId }) => hostId === host(w, owner).id)!;
const clipOf = (w: World, name: Clipper, owner: Host): ClipBook =>
  [...w.books.clips.values()].findLast(
    (clip) => clip.listingId === listingOf(w, owner).id && clip.clipperId === clipper(w, name).id,
  )!;

const terms: Terms = {
  rateCents: 200,
  minViews: 0,
  maxPayout: null,
  trackingDays: 6,
  decisionHours: 24,
  reserved: false,
};

const pay = (owner: Host, dollars: number): Action =>
  given('deposit', (w) => payByTestCard(w, host(w, owner), usd(dollars)));
const payAda: Action = given('deposit by card', (w) =>
  payByCard(w, host(w, 'ada'), { amount: usd(60), way: 'succeeds', delivery: 'normal' }),
);
const post = (owner: Host, dollars: number, own: Partial<Terms> = {}): Action =>
  given('post', (w) =>
    postFor(w, host(w, owner), { budget: usd(dollars), terms: { ...terms, ...own }, endsAt: null }),
  );
const topUp = (owner: Host, dollars: number): Action =>
  given('top up', (w) => topUpBy(w, listingOf(w, owner), usd(dollars)));
const submit = (name: Clipper, owner: Host, curveOf: (w: World) => object[]): Action =>
  given('submit', (w) => {
    const video = { platform: 'tiktok', curve: curveOf(w) } as const;
    return submitTo(w, listingOf(w, owner), clipper(w, name), video);
  });
/** Returns growth that every seed scores as clean. */
const reaching = (total: number) => () => growth({ total, pace: 5, likes: 0.06, comments: 0.004 });
const approve = (name: Clipper, owner: Host): Action =>
  given('approve', (w) => approveClip(w, { clip: clipOf(w, name, owner), host: host(w, owner) }));
const withdraw = (name: Clipper): Action => given('withdraw', (w) => withdrawFor(w, clipper(w, name), null));
const uphold = (name: Clipper, owner: Host, from: number, to: number | null): Action =>
  given('uphold fraud', (w) => upholdOn(w, clipOf(w, name, owner), { from, to }));

const cardMoneyWaits: Action = given('withdraw card money', async (w) =>
  (await withdrawFor(w, clipper(w, 'cid'), null)) === null ? 'cutter_cid can withdraw nothing yet' : null,
);

/**
 * The beginning of each compared history. It contains each case that money depends on and that random actions
 * often miss.
 */
export const everyCase: Action[] = [
  // From a Thursday on, the first withdrawals precede the weekly run.
  ...Array<Action>(6).fill(untilThursday),
  ...[payAda, pay('bea', 250), pay('cee', 100)],
  ...[post('ada', 60), post('bea', 200), post('cee', 10, { rateCents: 750 })],
  pass(2),
  ...[submit('cid', 'ada', reaching(9_000)), submit('dot', 'bea', reaching(10_000))],
  ...[submit('eve', 'bea', reaching(8_000)), submit('gus', 'bea', reaching(2_000))],
  ...[submit('fay', 'cee', reaching(3_000)), submit('dot', 'cee', reaching(3_000))],
  submit('fay', 'bea', bought),
  ...[approve('cid', 'ada'), approve('dot', 'bea'), approve('eve', 'bea'), approve('gus', 'bea')],
  ...[approve('fay', 'cee'), approve('dot', 'cee'), approve('fay', 'bea')],
  pass(5),
  // While a dispute is open, new views are counted and not paid.
  given('dispute', (w) => question(w, depositOf(w, 'ada'))),
  pass(3),
  given('decide the dispute', (w) => decide(w, depositOf(w, 'ada'), 'won')),
  // The budget suffices for the first approved clip only.
  topUp('cee', 8),
  // More views arrive after some were excluded.
  uphold('gus', 'bea', 0, 300),
  pass(25),
  cardMoneyWaits,
  // The first payout waits when fraud is upheld. The second one is paid with a fee, and becomes a debt.
  ...[
    withdraw('eve'),
    uphold('eve', 'bea', 0, null),
    withdraw('dot'),
    pass(2),
    uphold('dot', 'bea', 0, null),
  ],
  // Later earnings pay the debt. On Monday the weekly run leaves amounts below its minimum.
  ...[topUp('cee', 30), pass(98)],
];
