import { expect, test } from 'vitest';
import { micros } from '#contract/money.ts';
import { ExpectedEarnings } from './features/submissions/submit/expected-earnings.tsx';
import { rendered, screen, signedIn } from './testing/screen.tsx';

const terms = {
  rateCentsPerMille: 200,
  minViews: 1_000,
  maxPayoutMicros: micros(50_000_000n),
  freeMicros: micros(80_000_000n),
};
type Terms = typeof terms;

const expected = async (views: number | null, part: Partial<Terms> = {}) =>
  (await rendered(<ExpectedEarnings listing={{ ...terms, ...part }} views={views} fromPlatform />, [])).text;

test('the earnings expected from the views so far name what limits them', async () => {
  expect(await expected(15_000)).toContain(
    '$30.00 Views so far 15,000 Rate per 1,000 $2.00 Nothing limits it at this count. Once the clip is approved, its verified views earn, including later ones.',
  );
  expect(await expected(900)).toContain('$0.00 Views so far 900');
  expect(await expected(900)).toContain(
    'A clip earns nothing below 1,000 views; from there, every view counts.',
  );
  expect(await expected(40_000)).toContain('$50.00 Views so far 40,000');
  expect(await expected(40_000)).toContain('The listing pays $50.00 for a clip at most.');
  const poor = await expected(15_000, { freeMicros: micros(10_000_000n) });
  expect(poor).toContain('$10.00 Views so far 15,000');
  expect(poor).toContain('The listing has $10.00 of free budget left.');
  expect(await expected(null)).toContain('$2.00 for every 1,000 verified views');
});

test('submitting begins with the link, and the checks stand above the button', async () => {
  const { text } = await screen('/clipper/submit', [signedIn('clipper')]);
  const order = [
    'Clip URL',
    'Select Listing',
    'Platform',
    'Reported Views',
    'Would this pass?',
    'Submit Clip',
  ];
  const from = text.indexOf('Your clip');
  const places = order.map((label) => text.indexOf(label, from));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(text).toContain('Expected earnings');
});
