import { expect, test } from 'vitest';
import { tiersOf } from './proof-tiers-dialog.tsx';

const row = (provenClips: string, limit: string, auditPercent: string) => ({
  key: 0,
  provenClips,
  limit,
  auditPercent,
});

test('reads typed limits, and an empty one as no limit', () => {
  expect(tiersOf([row('0', '25.00', '50'), row(' 20', '', '8')])).toEqual([
    { provenClips: 0, limitMicros: 25_000_000n, auditPercent: 50 },
    { provenClips: 20, limitMicros: null, auditPercent: 8 },
  ]);
});

test.each([
  ['a word', row('many', '25', '50')],
  ['an amount that is none', row('0', '25 euros', '50')],
  ['a fraction of a percent', row('0', '25', '0.5')],
  ['nothing', row('', '25', '')],
])('refuses %s', (_what, typed) => {
  expect(tiersOf([typed])).toBeNull();
});
