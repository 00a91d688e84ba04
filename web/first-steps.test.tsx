import { expect, test } from 'vitest';
import type { FirstStep } from '#contract/profiles.ts';
import { routes } from '#contract/routes.ts';
import { FirstSteps } from './features/profiles/first-steps.tsx';
import { answer, rendered } from './testing/screen.tsx';

const shown = (whose: 'host' | 'clipper', steps: Partial<Record<FirstStep, boolean>>) =>
  rendered(<FirstSteps whose={whose} />, [
    answer(
      routes.firstSteps,
      {},
      { steps: Object.entries(steps).map(([step, done]) => ({ step: step as FirstStep, done })) },
    ),
  ]);

const linksOf = (html: string) => [...html.matchAll(/href="([^"]+)"/g)].map(([, to]) => to);

test('the first steps show which are done and link to the others', async () => {
  const clipper = await shown('clipper', {
    connect: true,
    country: false,
    payout_address: false,
    first_cut: false,
    first_clip: false,
  });
  expect(clipper.text).toContain('First steps 1 of 5 done Done: Connect your account');
  expect(linksOf(clipper.html)).toEqual([
    '/clipper/settings/payouts',
    '/clipper/settings/payouts',
    '/clipper/studio',
    '/clipper/submit',
  ]);
  const host = await shown('host', { connect: false, fund: false, post: false, first_decision: false });
  expect(host.text).toContain('0 of 4 done');
  expect(linksOf(host.html)).toEqual([
    '/host/settings/accounts',
    '/host/budget?add=funds',
    '/host/create',
    '/host/submissions',
  ]);
});

test('disappears once all steps are done', async () => {
  expect((await shown('host', {})).html).toBe('');
});
