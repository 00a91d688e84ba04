import { expect, test } from 'vitest';
import { centsToMicros, micros } from '#contract/money.ts';
import { actionsOf, neededTopUp, stateNote } from './listing-actions.ts';

test('a listing offers only the actions of its state', () => {
  const open = ['top-up', 'edit', 'duplicate', 'end'];
  expect(actionsOf({ state: 'active', pauseReason: null })).toEqual([
    'pause',
    'top-up',
    'invite',
    'edit',
    'duplicate',
    'end',
  ]);
  expect(actionsOf({ state: 'paused', pauseReason: 'host' })).toEqual(['resume', ...open]);
  expect(actionsOf({ state: 'paused', pauseReason: 'exhausted' })).toEqual(open);
  expect(actionsOf({ state: 'paused', pauseReason: 'banned' })).toEqual([]);
  expect(actionsOf({ state: 'paused', pauseReason: 'disputed' })).toEqual(['edit', 'duplicate', 'end']);
  for (const state of ['ended', 'settled'] as const) {
    expect(actionsOf({ state, pauseReason: null })).toEqual(['duplicate']);
  }
  expect(actionsOf({ state: 'removed', pauseReason: null })).toEqual([]);
});

test('every state except active has an explanation', () => {
  for (const state of ['paused', 'ended', 'settled', 'removed'] as const) {
    expect(stateNote({ state, pauseReason: null, unpaidClips: 0 })).toBeTruthy();
  }
  expect(stateNote({ state: 'active', pauseReason: null, unpaidClips: 0 })).toBeNull();
  const disputed = { state: 'paused', pauseReason: 'disputed', unpaidClips: 0 } as const;
  expect(stateNote({ ...disputed, isPaymentLost: false })).toContain('while your bank questions');
  expect(stateNote({ ...disputed, unpaidClips: 3 })).not.toContain('Top up');
  expect(stateNote({ ...disputed, isPaymentLost: true })).toContain('took one of your payments back');
  const removed = { state: 'removed', pauseReason: null, unpaidClips: 0 } as const;
  expect(stateNote({ ...removed, budget: { freeMicros: micros(1n) } })).toContain(
    'We hold the rest of its budget until we have reviewed it',
  );
});

const usedUp = { state: 'paused', pauseReason: 'exhausted' } as const;
const queue = (clears: number, resumes: number) => ({
  clearsMicros: centsToMicros(clears),
  resumesMicros: centsToMicros(resumes),
});

test('a listing with a used-up budget shows how many clips wait, and what to do while something can be done', () => {
  expect(stateNote({ ...usedUp, unpaidClips: 3 })).toBe(
    'Budget used up: 3 clips waiting. Top up to pay waiting clips and accept new ones.',
  );
  expect(stateNote({ state: 'ended', pauseReason: null, unpaidClips: 1 })).toBe(
    'Budget used up: 1 clip waiting.',
  );
});

test('a listing with a used-up budget shows the top-ups for waiting clips and for new clips', () => {
  expect(stateNote({ ...usedUp, unpaidClips: 1 }, queue(468, 568))).toBe(
    'Budget used up: 1 clip waiting. Top up $4.68 to pay all waiting views, or $5.68 to accept new clips too.',
  );
  expect(stateNote({ ...usedUp, unpaidClips: 0 }, queue(0, 200))).toBe(
    'Budget used up. Top up $2.00 to accept new clips.',
  );
  expect(stateNote({ ...usedUp, unpaidClips: 0 }, queue(300, 500))).toBe(
    'Budget used up. Top up $3.00 to pay all waiting views, or $5.00 to accept new clips too.',
  );
});

test('a top-up is filled in with what clears the queue, or with what accepts clips again if none waits', () => {
  expect(neededTopUp(queue(468, 568))).toBe(centsToMicros(468));
  expect(neededTopUp(queue(0, 200))).toBe(centsToMicros(200));
});
