import type { DepositBook } from '../model/books.ts';
import { liftFreeze, loseDispute, openDispute, warnOf, winDispute } from '../model/disputes.ts';
import { dollars } from '../money.ts';
import { type Action, personOf, type World } from '../world.ts';

/**
 * Performs a bank's action at the simulated card processor and waits until its webhooks have arrived, some of
 * them thrice or in another order.
 */
async function atBank(w: World, action: object): Promise<void> {
  const mode = w.dice.oneOf(['normal', 'duplicated', 'reordered']);
  await w.stage.tool('PATCH', '/dev/simulator/stripe', { do: 'delivery', mode });
  await w.stage.tool('PATCH', '/dev/simulator/stripe', action);
  await w.stage.tool('PATCH', '/dev/simulator/stripe', { do: 'delivery', mode: 'normal' });
  w.now = await w.stage.advance(2);
}

const chooseDeposit = (w: World, which: (one: DepositBook) => boolean): DepositBook | null => {
  const found = [...w.books.deposits.values()].filter(which);
  return found.length === 0 ? null : w.dice.oneOf(found);
};

export const dispute: Action = {
  name: 'dispute a payment',
  weight: 1,
  async run(w) {
    const deposit = chooseDeposit(
      w,
      ({ rail, state, amount, refunded, refundOpen }) =>
        rail === 'stripe' && state === 'confirmed' && amount > refunded && !refundOpen,
    );
    if (!deposit) return null;
    return await question(w, deposit);
  },
};

export async function question(w: World, deposit: DepositBook): Promise<string> {
  await atBank(w, { do: 'dispute', reference: deposit.id });
  openDispute(w.books, deposit, w.now);
  return `a bank questions deposit ${deposit.id} of ${personOf(w.hosts, deposit.hostId).name}`;
}

export const closeDispute: Action = {
  name: 'decide a dispute',
  weight: 5,
  async run(w) {
    const deposit = chooseDeposit(w, ({ state }) => state === 'disputed');
    if (!deposit) return null;
    const outcome = w.dice.percent(50) ? 'won' : 'lost';
    return await decide(w, deposit, outcome);
  },
};

export async function decide(w: World, deposit: DepositBook, outcome: 'won' | 'lost'): Promise<string> {
  const { fromHost, loss } = deposit.taken!;
  await atBank(w, { do: 'close-dispute', reference: deposit.id, outcome });
  w.decided.set(deposit.id, outcome);
  if (outcome === 'won') winDispute(w.books, deposit);
  else loseDispute(w.books, deposit, w.now);
  return `the dispute of ${deposit.id} is ${outcome}: ${dollars(fromHost)} of the host, ${dollars(loss)} lost`;
}

/** An early fraud warning freezes the host's spending until an admin lifts it. */
export const warn: Action = {
  name: 'warn of a payment',
  weight: 1,
  async run(w) {
    const deposit = chooseDeposit(
      w,
      ({ rail, state, isLiftable }) => rail === 'stripe' && state === 'confirmed' && !isLiftable,
    );
    if (!deposit) return null;
    await atBank(w, { do: 'warn', reference: deposit.id });
    warnOf(w.books, deposit);
    return `a bank warns of deposit ${deposit.id} of ${personOf(w.hosts, deposit.hostId).name}`;
  },
};

export const lift: Action = {
  name: 'lift a freeze',
  weight: 6,
  async run(w) {
    const deposit = chooseDeposit(w, ({ isLiftable }) => isLiftable === true);
    if (!deposit) return null;
    const path = `/api/admin/deposits/${deposit.id}/lift`;
    await (await w.stage.admin()).ask(path, { reason: 'The host is who they say.' });
    liftFreeze(w.books, deposit);
    return `an admin lifts the freeze of ${deposit.id}`;
  },
};
