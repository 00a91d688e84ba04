import type { DepositBook } from '../model/books.ts';
import { askForDeposit, confirmDeposit } from '../model/deposits.ts';
import { openDispute, warnOf } from '../model/disputes.ts';
import { dollars } from '../money.ts';
import type { Person } from '../people.ts';
import { type Action, able, type World } from '../world.ts';
import { amountOf } from './deposits.ts';

const DAY_MS = 86_400_000;
const DEBIT_DAYS = 3;
/** Minutes after which polling has noticed a payment whose messages were lost or late. */
const NOTICED = 65;
const ACCEPTED = 303;

/** The form that a payer sends on the processor's page, by what then happens. */
const ways = {
  succeeds: { method: 'card', number: '4242424242424242' },
  'is declined': { method: 'card', number: '4000000000000002' },
  'is disputed': { method: 'card', number: '4000000000000259' },
  'is warned of': { method: 'card', number: '4000000000005423' },
  'gets refunds back': { method: 'card', number: '4000000000005126' },
  'is debited': { method: 'bank-succeeds' },
  'is debited in vain': { method: 'bank-fails' },
  leaves: null,
} satisfies Record<string, Record<string, string> | null>;
type Way = keyof typeof ways;

const usual: Way[] = ['succeeds', 'succeeds', 'succeeds', 'succeeds', 'gets refunds back', 'is debited'];
const rare: Way[] = ['is declined', 'is disputed', 'is warned of', 'is debited in vain', 'leaves'];
const deliveries = ['normal', 'normal', 'duplicated', 'reordered', 'late', 'lost'] as const;

/** Pays on the processor's page. Its messages arrive once, thrice, in another order, late or never. */
export const card: Action = {
  name: 'deposit by card',
  weight: 5,
  async run(w) {
    const host = w.dice.oneOf(able(w.hosts));
    const amount = amountOf(w);
    const way = w.dice.oneOf(w.dice.percent(70) ? usual : rare);
    // Polling a payment reports no dispute and no warning, so their messages are not lost.
    const isQuestioned = way === 'is disputed' || way === 'is warned of';
    const delivery = w.dice.oneOf(isQuestioned ? deliveries.slice(0, 4) : deliveries);
    return await payByCard(w, host, { amount, way, delivery });
  },
};

interface CardPayment {
  amount: bigint;
  way: Way;
  delivery: (typeof deliveries)[number];
}

export async function payByCard(
  w: World,
  host: Person,
  { amount, way, delivery }: CardPayment,
): Promise<string> {
  const { id } = await host.caller.ask('/api/deposits/card', { amountMicros: amount.toString() });
  const { url } = await host.caller.ask(`/api/deposits/${id}/open`);
  const name = 'number' in (ways[way] ?? {}) ? `card ${way}` : `debit of ${host.name}`;
  const made = { id, hostId: host.id, rail: 'stripe', amount, card: name } as const;
  const deposit = askForDeposit(w.books, { ...made, refundsFail: way === 'gets refunds back' });
  const isPaid = ways[way] !== null && (await payPage(w, url, ways[way], delivery));
  if (isPaid && way !== 'is debited in vain') w.paidPages.add(id);
  follow(w, deposit, way);
  return `${host.name} pays ${dollars(amount)} by card: it ${way}, messages ${delivery}`;
}

/** Sends the form; returns whether the processor accepts it. */
async function payPage(
  w: World,
  url: string,
  form: Record<string, string>,
  mode: (typeof deliveries)[number],
): Promise<boolean> {
  await w.stage.tool('PATCH', '/dev/simulator/stripe', { do: 'delivery', mode });
  const headers = { origin: new URL(url).origin };
  const body = new URLSearchParams(form);
  const page = await fetch(url, { method: 'POST', headers, body, redirect: 'manual' });
  await page.arrayBuffer();
  w.now = await w.stage.advance(3);
  await w.stage.tool('PATCH', '/dev/simulator/stripe', { do: 'delivery', mode: 'normal' });
  if (mode === 'late' || mode === 'lost') w.now = await w.stage.advance(NOTICED);
  return page.status === ACCEPTED;
}

function follow(w: World, deposit: DepositBook, way: Way): void {
  const { books, now } = w;
  if (way === 'is declined' || way === 'leaves' || way === 'is debited in vain') return;
  if (way === 'is debited') {
    const at = new Date(now.getTime() + DEBIT_DAYS * DAY_MS);
    w.scheduled.push({ at, apply: () => confirmDeposit(books, deposit, at) });
    return;
  }
  confirmDeposit(books, deposit, now);
  if (way === 'is disputed') openDispute(books, deposit, now);
  if (way === 'is warned of') warnOf(books, deposit);
}
