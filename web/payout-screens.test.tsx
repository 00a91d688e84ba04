import { expect, onTestFinished, test, vi } from 'vitest';
import { micros, sumOf } from '#contract/money.ts';
import type { PayoutRow } from '#contract/payouts/payouts.ts';
import { routes } from '#contract/routes.ts';
import type { ReplyOf } from './api/client.ts';
import { useSaveCountry } from './features/payouts/country-field.tsx';
import { type Answer, answer, answerPage, rendered, screen, signedIn } from './testing/screen.tsx';

const none = { rows: [], nextCursor: null };
const zero = micros(0n);
const overview = answer(
  routes.clipperOverview,
  {},
  {
    figures: {
      earnedMicros: micros(847_500_000n),
      availableMicros: micros(30_000_000n),
      pendingMicros: zero,
      onItsWayMicros: zero,
      contestedMicros: zero,
      paidOutMicros: zero,
      thisMonthMicros: zero,
      owedMicros: zero,
    },
    submitted: 23,
    approved: 20,
    pending: 3,
    successRate: 87,
  },
);

const pending = answer(routes.clipperPending, {}, { rows: [] });
const leaving = answer(
  routes.leaving,
  {},
  {
    availableMicros: micros(30_000_000n),
    canLeaveMicros: micros(20_000_000n),
    reasons: ['$10.00 waits.'],
    nextRun: { at: new Date('2026-11-23T09:00:00Z'), amountMicros: micros(20_000_000n), problem: null },
  },
);

async function says(path: string, answers: Answer[], ...texts: string[]) {
  const { text } = await screen(path, [signedIn('clipper'), ...answers]);
  for (const one of texts) expect(text).toContain(one);
  return text;
}

const addressOf = (part: Partial<ReplyOf<typeof routes.payoutAddress>>) =>
  answer(
    routes.payoutAddress,
    {},
    {
      email: 'tess@cutroom.example',
      // This time is later than the page's clock.
      usableAt: new Date(Date.now() + 60_000),
      usable: true,
      ageConfirmed: true,
      nextWeeklyRunAt: new Date('2026-11-23T09:00:00Z'),
      country: 'US',
      rail: 'manual',
      paused: false,
      ...part,
    },
  );

test('a payment address that the server calls usable is never shown as new, and the age is asked if it is missing', async () => {
  const settled = await says('/clipper/settings/payouts', [overview, addressOf({})], 'Save Payment Email');
  expect(settled).not.toContain('Payment Email is new');
  expect(settled).not.toContain('I am 18 or older');
  await says(
    '/clipper/settings/payouts',
    [overview, addressOf({ usable: false, ageConfirmed: false })],
    'Payment Email is new',
    'I am 18 or older',
  );
  const noPayouts = answer(routes.clipperPayouts, { query: {} }, none);
  const board = [overview, pending, noPayouts, leaving];
  const allowed = await says('/clipper/earnings', [...board, addressOf({})], 'Withdraw Funds');
  expect(allowed).not.toContain('Your Payment Email is new');
  for (const sentence of ['Available to withdraw: $20.00', '$10.00 waits.', 'Or wait: we’ll send $20.00'])
    expect(allowed).toContain(sentence);
  await says(
    '/clipper/earnings',
    [...board, addressOf({ ageConfirmed: false })],
    'Confirm that you are 18 or older',
  );
});

test('the country can be saved without a payment email once a different one is chosen', async () => {
  Object.defineProperty(navigator, 'languages', { value: ['de-DE'], configurable: true });
  const countryIs = (country: string | null) => addressOf({ email: null, usableAt: null, country });
  await says('/clipper/settings/payouts', [overview, countryIs(null)], 'Save country');
  const saved = await says('/clipper/settings/payouts', [overview, countryIs('DE')], 'Save Payment Email');
  expect(saved).not.toContain('Save country');
});

test('saving a country clears the refusal of the previous attempt', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  onTestFinished(() => void vi.unstubAllGlobals());
  const refusals = vi.fn();
  let save: (country: string) => void = () => undefined;
  function Form() {
    save = useSaveCountry(refusals).save;
    return null;
  }
  await rendered(<Form />, []);
  save('DE');
  expect(refusals.mock.calls).toEqual([[undefined]]);
});

const payout: PayoutRow = {
  id: '01900000-0000-7000-8000-000000000009',
  cause: 'withdrawal',
  amountMicros: micros(20_000_000n),
  destination: 't•••@cutroom.example',
  rail: 'manual',
  state: 'requested',
  requestedAt: new Date('2026-11-20T09:00:00Z'),
  dueAt: new Date('2026-11-24T09:00:00Z'),
  finishedAt: null,
  reference: null,
  failure: null,
  waits: null,
  accountProblem: null,
  stopsWeekly: false,
};

test('a payout shows the day by which it leaves, except while PayPal reviews it', async () => {
  const reviewed: PayoutRow = {
    ...payout,
    state: 'processing',
    waits: 'on_hold',
    dueAt: new Date(Date.now() + 86_400_000),
  };
  const shown = (row: PayoutRow, words: string) => {
    const page = { rows: [row], nextCursor: null };
    const payouts = [answer, answerPage].map((as) => as(routes.clipperPayouts, { query: {} }, page));
    return says('/clipper/earnings', [overview, pending, leaving, addressOf({}), ...payouts], words);
  };
  await shown({ ...reviewed, waits: null }, 'Processing, leaves by');
  const text = await shown(reviewed, 'PayPal reviews it, see History below');
  expect(text).toContain('PayPal is reviewing it');
  expect(text).not.toContain('leaves by');
});

test('the button that cancels a payout has its own column, which a phone shows once the row is opened', async () => {
  const payouts = answerPage(routes.clipperPayouts, { query: {} }, { rows: [payout], nextCursor: null });
  const { html } = await screen('/clipper/earnings', [signedIn('clipper'), overview, addressOf({}), payouts]);
  const cells = [...html.matchAll(/<td[^>]*class="([^"]*)"[^>]*>((?:(?!<\/td>).)*)<\/td>/g)];
  const holding = cells.filter(([, , inner]) => inner!.includes('Cancel payout of $20.00'));
  expect(holding).toHaveLength(1);
  expect(holding[0]![1]).toContain('@max-4xl:hidden');
  expect(holding[0]![2]).not.toContain('Requested');
});

test('the lines below an amount in cents add up to it', async () => {
  const amounts = [6_667_000n, 6_667_000n, 6_666_000n, 1_000n, 3_000n].map(micros);
  const rows = amounts.map((amountMicros, at) => ({
    submissionId: `01900000-0000-7000-8000-00000000000${at}`,
    listingTitle: `Listing ${at}`,
    caption: 'Night at the quay #ad',
    url: 'https://www.tiktok.com/@cutter/video/7311111111111111111',
    amountMicros,
    releaseBy: null,
    waitsFor: null,
  }));
  const { figures, ...counts } = overview[1] as ReplyOf<typeof routes.clipperOverview>;
  const own = { ...figures, availableMicros: micros(30_009_000n), pendingMicros: sumOf(amounts) };
  const text = await says(
    '/clipper/earnings',
    [
      answer(routes.clipperOverview, {}, { figures: own, ...counts }),
      answer(routes.clipperPending, {}, { rows }),
      answer(routes.clipperPayouts, { query: {} }, none),
      leaving,
      addressOf({}),
    ],
    'Available now $30.00',
    'Pending $20.00',
    'Pending Payouts $50.00',
  );
  expect(text).toMatch(
    /Listing 0 , Night at the quay #ad \$6\.67 Listing 1 .*\$6\.67 Listing 2 .*\$6\.66 And 2 more clips &lt;\$0\.01/,
  );
});
