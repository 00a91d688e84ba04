import { describe, expect, test } from 'vitest';
import { centsToMicros } from '#contract/money.ts';
import { checkListing, fieldOf } from './listing-check.ts';
import { emptyDraft, type ListingDraft } from './listing-draft.ts';
import { missingFor } from './missing-funds.ts';

const now = new Date('2026-03-01T12:00:00Z');
const ready = { verified: true, balance: centsToMicros(50_000), uploading: false, now };
const draft: ListingDraft = {
  ...emptyDraft,
  title: 'The last boss',
  description: 'Six hours, one boss.',
  instructions: 'Start on the mistake.',
  platforms: ['tiktok'],
  sourceKind: 'link',
  sourceUrl: 'https://files.example/boss.mp4',
  rate: '2.00',
  budget: '300',
};

/** The title of the refusal, or "fine". */
function answer(changes: Partial<ListingDraft>, circumstances: Partial<typeof ready> = {}): string {
  const checked = checkListing({ ...draft, ...changes }, { ...ready, ...circumstances });
  return 'broken' in checked ? checked.broken.title : 'fine';
}

function remarks(changes: Partial<ListingDraft>) {
  const checked = checkListing({ ...draft, ...changes }, ready);
  return 'broken' in checked ? checked.broken.remarks : {};
}

test('a filled-in form becomes what the server takes', () => {
  const checked = checkListing({ ...draft, requiredTags: 'hollow, @marlow', endsOn: '2026-04-01' }, ready);
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

test('the first broken rule is told, in the specified order', () => {
  const all: Partial<ListingDraft> = { platforms: [], sourceUrl: '', budget: '600' };
  expect(answer({ ...all, title: ' ' }, { verified: false })).toBe('Platform Connection Required');
  expect(answer({ ...all, title: ' ' })).toBe('Missing Information');
  expect(answer({ ...all, platforms: [] })).toBe('Platform Selection Required');
  expect(answer({ ...all, platforms: ['tiktok'] })).toBe('Video Upload Required');
  expect(answer({ budget: '600' })).toBe('Insufficient Balance');
  expect(answer({ budget: '500' })).toBe('fine');
});

describe('amounts', () => {
  test.each(['0.09', '50.01', '2.005', 'two', ''])('a rate of %j is refused', (rate) => {
    expect(remarks({ rate })).toHaveProperty('rate');
  });
  test.each(['0.10', '50', '$2.5'])('a rate of %j is taken', (rate) => {
    expect(remarks({ rate })).not.toHaveProperty('rate');
  });
  test('a budget that buys no 1,000 views is refused', () => {
    expect(remarks({ rate: '40', budget: '39.99' }).budget).toContain('$40.00');
  });
  test('a reserved listing needs a maximum per clip', () => {
    expect(remarks({ allocation: 'reserved' })).toHaveProperty('maxPayout');
    expect(remarks({ allocation: 'reserved', maxPayout: '50' })).not.toHaveProperty('maxPayout');
  });
});

test('a link is used when nothing was uploaded, and must be a web address', () => {
  expect(answer({ sourceKind: 'upload' })).toBe('fine');
  expect(remarks({ sourceUrl: 'javascript:alert(1)' })).toHaveProperty('sourceUrl');
  expect(remarks({ sourceUrl: 'https://me:secret@files.example/a.mp4' })).toHaveProperty('sourceUrl');
});

test('an end date in the past is refused', () => {
  expect(remarks({ endsOn: '2026-02-28' })).toHaveProperty('endsOn');
});

test('what the server says of a field stands beside its input', () => {
  expect(fieldOf('rules.maxPayoutMicros')).toBe('maxPayout');
  expect(fieldOf('rules.requiredTags[2]')).toBe('requiredTags');
  expect(fieldOf('budgetMicros')).toBe('budget');
});

test('the shortfall is the budget minus the balance, to the cent', () => {
  expect(missingFor('3,000.00', centsToMicros(284_730))).toBe(centsToMicros(15_270));
  expect(missingFor('500', centsToMicros(50_000))).toBeNull();
});
