import { describe, expect, test } from 'vitest';
import { centsToMicros } from '#contract/money.ts';
import { checkListing } from './listing-check.ts';
import { emptyDraft, type ListingDraft } from './listing-draft.ts';
import { byField } from './listing-terms.ts';
import { missingFor } from './missing-funds.ts';

const now = new Date('2026-03-01T12:00:00Z');
const ready = { verified: true, balance: centsToMicros(50_000), frozen: false, uploading: false, now };
const draft: ListingDraft = {
  ...emptyDraft,
  title: 'The last boss',
  description: 'Six hours, one boss.',
  instructions: 'Start on the mistake.',
  platforms: ['tiktok'],
  sourceKind: 'link',
  sourceUrl: 'https://files.example/boss.mp4',
  rateCentsPerMille: '2.00',
  budgetMicros: '300',
};

/** Returns the title of the refusal, or "fine". */
function answer(changes: Partial<ListingDraft>, circumstances: Partial<typeof ready> = {}): string {
  const checked = checkListing({ ...draft, ...changes }, { ...ready, ...circumstances });
  return 'broken' in checked ? checked.broken.title : 'fine';
}

function errors(changes: Partial<ListingDraft>) {
  const checked = checkListing({ ...draft, ...changes }, ready);
  return 'broken' in checked ? checked.broken.fieldErrors : {};
}

test('a complete form becomes the server’s input', () => {
  const checked = checkListing({ ...draft, requiredTags: 'hollow, @marlow', endsAt: '2026-04-01' }, ready);
  expect(checked).toMatchObject({
    terms: {
      rateCentsPerMille: 200,
      budgetMicros: centsToMicros(30_000),
      sourceMediaId: null,
      sourceUrl: 'https://files.example/boss.mp4',
      rules: {
        requiredTags: ['#hollow', '@marlow'],
        endsAt: new Date('2026-04-01T23:59:59Z'),
        trackingDays: 30,
        maxPayoutMicros: null,
      },
    },
  });
});

test('reports the first broken rule in the specified order', () => {
  const all: Partial<ListingDraft> = { platforms: [], sourceUrl: '', budgetMicros: '600' };
  expect(answer({ ...all, title: ' ' }, { verified: false })).toBe('Platform Connection Required');
  expect(answer({ ...all, title: ' ' })).toBe('Missing Information');
  expect(answer({ ...all, platforms: [] })).toBe('Platform Selection Required');
  expect(answer({ ...all, platforms: ['tiktok'] })).toBe('Video Upload Required');
  expect(answer({ budgetMicros: '600' })).toBe('Insufficient Balance');
  expect(answer({ budgetMicros: '500' })).toBe('fine');
});

test('reports a frozen balance before a missing amount', () => {
  expect(answer({ budgetMicros: '3000' }, { frozen: true })).toBe('Balance frozen');
  expect(answer({ budgetMicros: '3000' })).toBe('Insufficient Balance');
});

describe('amounts', () => {
  test.each(['0.09', '50.01', '2.005', 'two', ''])('refuses a rate of %j', (rate) => {
    expect(errors({ rateCentsPerMille: rate })).toHaveProperty('rateCentsPerMille');
  });
  test.each(['0.10', '50', '$2.5'])('accepts a rate of %j', (rate) => {
    expect(errors({ rateCentsPerMille: rate })).not.toHaveProperty('rateCentsPerMille');
  });
  test('refuses a budget that buys less than 1,000 views', () => {
    expect(errors({ rateCentsPerMille: '40', budgetMicros: '39.99' }).budgetMicros).toContain('$40.00');
  });
  test('a reserved listing needs a maximum per clip', () => {
    expect(errors({ allocation: 'reserved' })).toHaveProperty('maxPayoutMicros');
    expect(errors({ allocation: 'reserved', maxPayoutMicros: '50' })).not.toHaveProperty('maxPayoutMicros');
  });
});

test('uses a link if nothing was uploaded, and requires a web address', () => {
  expect(answer({ sourceKind: 'upload' })).toBe('fine');
  expect(errors({ sourceUrl: 'javascript:alert(1)' })).toHaveProperty('sourceUrl');
  expect(errors({ sourceUrl: 'https://me:secret@files.example/a.mp4' })).toHaveProperty('sourceUrl');
});

test('refuses an end date in the past', () => {
  expect(errors({ endsAt: '2026-02-28' })).toHaveProperty('endsAt');
});

test('shows the server’s error of a field beside its input', () => {
  const errorOf = [
    ['rules.maxPayoutMicros', 'a'],
    ['rules.requiredTags[2]', 'b'],
    ['rules.requiredTags.4', 'c'],
    ['budgetMicros', 'd'],
  ] as const;
  expect(byField(errorOf)).toEqual({ maxPayoutMicros: 'a', requiredTags: 'b', budgetMicros: 'd' });
});

test('the shortfall is the budget minus the balance, to the cent', () => {
  expect(missingFor('3,000.00', centsToMicros(284_730))).toBe(centsToMicros(15_270));
  expect(missingFor('500', centsToMicros(50_000))).toBeNull();
});
