import type { Action, World } from '../world.ts';
import { card } from './cards.ts';
import { submit, submitAgain, takeViewsBack } from './clips.ts';
import { pass, wait } from './clock.ts';
import { approve, reject, review, takeBack, undo } from './decisions.ts';
import { bankTransfer, handleRefund, refund, refundAtProcessor, testCard } from './deposits.ts';
import { closeDispute, dispute, lift, warn } from './disputes.ts';
import { appeal, decideAppeal, decideHold, fraud, writeOff } from './fraud-holds.ts';
import { addBudget, edit, end, pause, post } from './listings.ts';
import { cancel, newAddress, payByHand, sendBack, takeOut, withdraw } from './payouts.ts';
import { paypalFault, paypalWorks, resend, steerPayment, takeBackPayment } from './paypal.ts';
import { ban, close, signUp, unban } from './people.ts';
import { remove, unfreeze } from './removal.ts';
import { resolveSuspense, strayTransfer } from './suspense.ts';

/** All random actions of the run. */
export const actions: Action[] = [
  ...[testCard, bankTransfer, card, refund, handleRefund, refundAtProcessor],
  ...[post, addBudget, pause, end, edit],
  ...[submit, submitAgain, takeViewsBack],
  ...[approve, reject, undo, review, takeBack],
  ...[withdraw, cancel, payByHand, sendBack, takeOut, newAddress],
  ...[paypalFault, steerPayment, takeBackPayment, resend],
  ...[decideHold, appeal, decideAppeal, fraud, writeOff],
  ...[signUp, ban, unban, close],
  ...[dispute, closeDispute, warn, lift],
  ...[strayTransfer, resolveSuspense],
  ...[remove, unfreeze],
  wait,
];

/**
 * The beginning of each history of concurrent actions: funded listings with counted clips of several people, whose first earnings
 * are available. From this state most histories become interesting.
 */
export const beginning: Action[] = [
  ...[testCard, testCard, testCard, post, post, post, card, pass(2)],
  ...[submit, submit, submit, submit, submit],
  ...[approve, approve, approve, approve, pass(30), submit, approve, pass(98)],
];

/** The end of each history: PayPal works again, and everything that was in doubt is decided. */
export const ending: Action[] = [paypalWorks, pass(2), pass(2), pass(96), pass(25)];

/** Draws one action in proportion to its weight. */
export function choose({ dice }: World, from: Action[]): Action {
  const all = from.flatMap((action) => Array<Action>(action.weight).fill(action));
  return dice.oneOf(all);
}
