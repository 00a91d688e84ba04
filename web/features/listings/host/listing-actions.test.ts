import { expect, test } from 'vitest';
import { micros } from '#contract/money.ts';
import { actionsOf, stateNote } from './listing-actions.ts';

test('a listing offers only what its state allows', () => {
  expect(actionsOf({ state: 'active', pauseReason: null })).toEqual(['pause', 'top-up', 'invite', 'end']);
  expect(actionsOf({ state: 'paused', pauseReason: 'host' })).toEqual(['resume', 'top-up', 'end']);
  expect(actionsOf({ state: 'paused', pauseReason: 'exhausted' })).toEqual(['top-up', 'end']);
  expect(actionsOf({ state: 'paused', pauseReason: 'banned' })).toEqual([]);
  expect(actionsOf({ state: 'paused', pauseReason: 'disputed' })).toEqual(['end']);
  for (const state of ['ended', 'settled', 'removed'] as const) {
    expect(actionsOf({ state, pauseReason: null })).toEqual([]);
  }
});

test('every state but active says what it means', () => {
  for (const state of ['paused', 'ended', 'settled', 'removed'] as const) {
    expect(stateNote({ state, pauseReason: null, unpaidClips: 0 })).toBeTruthy();
  }
  expect(stateNote({ state: 'active', pauseReason: null, unpaidClips: 0 })).toBeNull();
  const removed = { state: 'removed', pauseReason: null, unpaidClips: 0 } as const;
  expect(stateNote({ ...removed, budget: { freeMicros: micros(1n) } })).toContain(
    'held until we have reviewed it',
  );
});

test('a listing whose budget is spent says how many clips wait for it, and what to do while something can be done', () => {
  const exhausted = { state: 'paused', pauseReason: 'exhausted' } as const;
  expect(stateNote({ ...exhausted, unpaidClips: 3 })).toBe(
    'Budget spent: 3 clips wait to be paid. Top up to pay them, and to take new ones.',
  );
  expect(stateNote({ state: 'ended', pauseReason: null, unpaidClips: 1 })).toBe(
    'Budget spent: 1 clip waits to be paid.',
  );
});
