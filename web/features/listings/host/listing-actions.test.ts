import { expect, test } from 'vitest';
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
    expect(stateNote({ state, pauseReason: null })).toBeTruthy();
  }
  expect(stateNote({ state: 'active', pauseReason: null })).toBeNull();
});
