import { DAY } from '#server/infra/clock.ts';
import { daysOf } from './acts.ts';
import type { Stance } from './answers.ts';
import {
  ACCOUNT_COST,
  BUYING_ACCOUNTS,
  CPM,
  CPMS,
  DAYS,
  DUE_HOURS,
  PRICES,
  TARGET_CPM,
  TARGET_PRICE,
} from './assumptions.ts';
import type { Kind } from './kind.ts';
import { type Clip, type Slot, stancesOf } from './people.ts';
import type { Paid } from './tally.ts';
import { START } from './world.ts';

/** Shares of a kind's clips by what was done about them. */
export interface Bands {
  /** The views, or a part of them, were on a fraud hold at some time. */
  held: number;
  /** A person was asked at some time, and nothing was held. */
  asked: number;
  /** An audit held views at some time. */
  audited: number;
  clips: number;
}

/** A kind of buyer, with the answers to Permille's requests that earn it more (see `answers.ts`). */
export interface CheatFigures extends Bands {
  kind: Kind;
  stance: Stance;
  /** Part of the bought views that were paid. */
  paidPart: number;
  /** Dollars of each $1,000 that all clippers get, if this kind is every buying account. */
  lossPerThousand: number;
  /** Dollars of profit per 1,000 bought views, by rate and price. */
  profits: { cpm: number; price: number; dollars: number }[];
  accounts: number;
}

export interface HonestFigures extends Bands {
  kind: Kind;
  /** Hours until a released dollar was released; Infinity if too few are. */
  median: number;
  slowestTenth: number;
  inTime: number;
  /** All dollars for counted views. */
  dollars: number;
}

export interface Outcome {
  slots: readonly Slot[];
  clips: readonly Clip[];
  paid: ReadonlyMap<string, Paid>;
  asked: ReadonlySet<string>;
  days: number;
}

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

/** Returns the dollars that an honest account earns in 90 days, on average. */
export function honestIncome({ slots, clips, paid, days }: Outcome): number {
  const honest = slots.filter(({ kind }) => !kind.fraud);
  const dollars = sum(
    clips.filter(({ account }) => !account.slot.kind.fraud).map(({ id }) => paid.get(id)!.own),
  );
  return ((dollars / honest.length) * DAYS) / days;
}

export function cheatFigures(kind: Kind, outcome: Outcome): CheatFigures[] {
  const stances = stancesOf(kind).map((stance) => stanceFigures(kind, stance, outcome));
  return stances.toSorted((a, b) => profitOf(b) - profitOf(a));
}

export const profitOf = (
  { profits }: CheatFigures,
  cpm: number = TARGET_CPM,
  price: number = TARGET_PRICE,
): number => profits.find((one) => one.cpm === cpm && one.price === price)!.dollars;

function stanceFigures(kind: Kind, stance: Stance, outcome: Outcome): CheatFigures {
  const { slots, clips, paid, days } = outcome;
  const own = slots.filter((slot) => slot.kind === kind && slot.stance === stance);
  const played = clips.filter(({ account }) => own.includes(account.slot));
  const money = played.map(({ id }) => paid.get(id)!);
  const thousands = Math.max(1e-9, sum(money.map(({ boughtViews }) => boughtViews)) / 1_000);
  const bought = sum(money.map((one) => one.bought));
  const accounts = sum(own.map(({ used }) => used));
  const paidPart = bought / (thousands * CPM);
  const perAccount = (dollars: number) => ((dollars / own.length) * DAYS) / daysOf(kind.habits, days);
  const [lost, earned] = [perAccount(bought), perAccount(sum(money.map((one) => one.own)))];
  const all = BUYING_ACCOUNTS * (lost + earned) + (1 - BUYING_ACCOUNTS) * honestIncome(outcome);
  return {
    kind,
    stance,
    paidPart,
    lossPerThousand: all > 0 ? (1_000 * BUYING_ACCOUNTS * lost) / all : 0,
    profits: CPMS.flatMap((cpm) =>
      PRICES.map((price) => ({
        cpm,
        price,
        dollars: cpm * paidPart - price - (ACCOUNT_COST * accounts) / thousands,
      })),
    ),
    accounts,
    ...bandsOf(
      played.filter(({ isBought }) => isBought),
      outcome,
    ),
  };
}

export function honestFigures(
  kind: Kind | null,
  outcome: Outcome,
  which: (clip: Clip) => boolean = () => true,
): HonestFigures {
  const played = outcome.clips.filter(
    (clip) => (kind ? clip.account.slot.kind === kind : !clip.account.slot.kind.fraud) && which(clip),
  );
  const waits = played.flatMap(({ id }) => outcome.paid.get(id)!.waits);
  const all = sum(waits.map(({ dollars }) => dollars));
  return {
    kind: kind!,
    median: weighted(waits, all / 2),
    slowestTenth: weighted(waits, all * 0.9),
    inTime: sum(waits.filter(({ hours }) => hours <= DUE_HOURS).map(({ dollars }) => dollars)) / all,
    dollars: all,
    ...bandsOf(played, outcome),
  };
}

/** Requests to honest people, each figure per person and 90 days. */
export interface Asked {
  audits: number;
  /** Analytics to release, pictures for audits that analytics did not answer, and scores to explain. */
  acts: number;
  /** Share of the people who are audited in 30 days, on average. */
  auditedInMonth: number;
}

export function askedOf({ slots, clips, paid, asked, days }: Outcome): Asked {
  const people = slots.filter(({ kind }) => !kind.fraud).length;
  const honest = clips.filter(({ account }) => !account.slot.kind.fraud);
  const released = new Set(
    honest
      .map(({ account }) => account)
      .filter(({ isReleasing, answers }) => isReleasing && !answers.releasesAnalytics),
  );
  const scored = honest.filter(({ id }) => asked.has(id) || paid.get(id)!.isHeld).length;
  const inNinety = (times: number) => ((times / people) * DAYS) / days;
  const months = new Set(
    honest
      .filter(({ id }) => paid.get(id)!.audits > 0)
      .map(({ account, submittedAt }) => `${account.slot.nth} ${Math.floor(dayOf(submittedAt) / MONTH)}`),
  );
  return {
    audits: inNinety(sum(honest.map(({ id }) => paid.get(id)!.audits))),
    acts: inNinety(sum(honest.map(({ id }) => paid.get(id)!.unanswered)) + scored) + released.size / people,
    auditedInMonth: months.size / (people * Math.max(1, days / MONTH)),
  };
}

const MONTH = 30;
const dayOf = (at: Date) => (at.getTime() - START.getTime()) / DAY;

/** Returns the hours within which this many dollars are released. */
function weighted(waits: Paid['waits'], dollars: number): number {
  let left = dollars;
  for (const wait of waits.toSorted((a, b) => a.hours - b.hours)) {
    left -= wait.dollars;
    if (left <= 0) return wait.hours;
  }
  return Infinity;
}

function bandsOf(clips: readonly Clip[], { paid, asked }: Outcome): Bands {
  const held = clips.filter(({ id }) => paid.get(id)!.isHeld);
  const asking = clips.filter(({ id }) => asked.has(id) && !paid.get(id)!.isHeld);
  const share = (some: readonly Clip[]) => some.length / Math.max(1, clips.length);
  const audited = clips.filter(({ id }) => paid.get(id)!.audits > 0);
  return { held: share(held), asked: share(asking), audited: share(audited), clips: clips.length };
}
