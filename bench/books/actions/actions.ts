import type { Action, World } from '../world.ts';
import { submit, submitAgain, takeViewsBack } from './clips.ts';
import { wait } from './clock.ts';
import { approve, reject, review, takeBack, undo } from './decisions.ts';
import { bankTransfer, card, handleRefund, refund, testCard } from './deposits.ts';
import { closeDispute, dispute, lift, warn } from './disputes.ts';
import { appeal, decideAppeal, decideHold, fraud, writeOff } from './fraud-holds.ts';
import { addBudget, edit, end, pause, post } from './listings.ts';
import { cancel, newAddress, payByHand, sendBack, takeOut, withdraw } from './payouts.ts';
import { ban, close, signUp, unban } from './people.ts';
import { remove, unfreeze } from './removal.ts';
import { resolveSuspense, strayTransfer } from './suspense.ts';

/** All random actions of the run. */
export const actions: Action[] = [
  ...[testCard, bankTransfer, card, refund, handleRefund],
  ...[post, addBudget, pause, end, edit],
  ...[submit, submitAgain, takeViewsBack],
  ...[approve, reject, undo, review, takeBack],
  ...[withdraw, cancel, payByHand, sendBack, takeOut, newAddress],
  ...[decideHold, appeal, decideAppeal, fraud, writeOff],
  ...[signUp, ban, unban, close],
  ...[dispute, closeDispute, warn, lift],
  ...[strayTransfer, resolveSuspense],
  ...[remove, unfreeze],
  wait,
];

/** Draws one action in proportion to its weight. */
export function choose({ dice }: World, from: Action[]): Action {
  const all = from.flatMap((action) => Array<Action>(action.weight).fill(action));
  return dice.oneOf(all);
}
