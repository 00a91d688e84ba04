import type { Page, Response } from '@playwright/test';
import { dayText, exactMoment, fullDay, fullMoment, isoDay, momentText } from '../contract/dates.ts';
import { WEEKLY_PAYOUT_MIN, WITHDRAWAL_MIN } from '../contract/limits.ts';
import { formatRate, formatUsd, formatUsdExact, micros } from '../contract/money.ts';

const formatCount = (count: number): string => count.toLocaleString('en-US');

/**
 * One row of a page: the ids and links that identify the row's subject, and its cells by their column's
 * header.
 */
interface Row {
  path: string;
  refs: string[];
  cells: [header: string, text: string][];
}

/** Reply fields that a column may show. A column that is not listed may show any field of its subject. */
const columns: Record<string, string[]> = {
  Payout: ['payoutMicros', 'earnedMicros'],
  Paid: ['paidMicros', 'spentMicros'],
  Spent: ['paidMicros', 'spentMicros'],
  Reserved: ['reservedMicros'],
  Free: ['freeMicros'],
  Rate: ['rateCentsPerMille'],
  'Total Earnings': ['earnedMicros'],
  'Total Earned': ['earnedMicros'],
  'Available now': ['availableMicros'],
  'On its way': ['onItsWayMicros'],
  Contested: ['contestedMicros'],
  'Pending Payouts': ['notPaidOut'],
  'Total Budget': ['totalBudgetMicros'],
  'Spent Amount': ['spentMicros'],
  'Remaining Balance': ['balanceMicros'],
  'Total funds': ['inAll'],
};

/** Subject of replies that name nobody, which are about the signed-in person. */
const PERSON = 'person';
const ANYBODY = 'anybody';

const amount = /\$[\d,]+\.\d{2,6}/g;
const moment =
  /\w{3} \d{1,2} \w{3}(?: \d{4})?, \d\d:\d\d(?::\d\d)? UTC|\d{1,2} [A-Z][a-z]{2} \d{4}|\b\d{4}-\d\d-\d\d\b/g;
const limits = [WITHDRAWAL_MIN, WEEKLY_PAYOUT_MIN].map((of) => formatUsd(of));
const count = /^[\d,]+/g;
const state = /\b(?:Pending|Approved|Rejected|Withdrawn|Active|Paused|Ended|Settled|Removed)\b/g;

/** Further patterns of texts that a column may show. */
const own: Record<string, RegExp[]> = {
  Status: [state],
  State: [state],
  Views: [count],
  Reported: [count],
  'Verified views': [count],
};

/** Returns every form in which pages show this field of a reply. */
function written(name: string, value: unknown): string[] {
  if (typeof value === 'number' && name.endsWith('entsPerMille')) return [formatRate(value)];
  if (typeof value === 'number' && /views/i.test(name)) return [formatCount(value)];
  if (typeof value !== 'string') return [];
  if (name.endsWith('Micros') && /^-?\d+$/.test(value)) {
    const positive = micros(value.replace('-', ''));
    return [formatUsd(positive), formatUsdExact(positive)];
  }
  if (/^\d{4}-\d\d-\d\dT/.test(value))
    return [
      isoDay(value),
      fullDay(value),
      momentText(value),
      fullMoment(value),
      exactMoment(value),
      dayText(value),
    ];
  if (name === 'status' || name === 'state') return [value.charAt(0).toUpperCase() + value.slice(1)];
  return [...(value.match(amount) ?? []), ...(value.match(moment) ?? [])];
}

/** Sums of a person's figures that pages compute, with the fields that are added. */
const sums: Record<string, string[]> = {
  notPaidOut: ['availableMicros', 'pendingMicros', 'onItsWayMicros'],
  inAll: ['balanceMicros', 'freeMicros', 'reservedMicros', 'spentMicros'],
};

/** Returns the sum of these fields; null when one is missing. */
function sumOf(of: object, fields: readonly string[]): string | null {
  const values = new Map(Object.entries(of));
  if (!fields.every((field) => values.has(field))) return null;
  return formatUsd(micros(fields.reduce((sum, field) => sum + BigInt(values.get(field)), 0n)));
}

/**
 * Collects the facts of the server's replies, by subject and field, and the figures that pages show of the
 * same subjects.
 */
export class ShownFigures {
  /** For each subject and each text, the fields that state this text. */
  readonly #stated = new Map<string, Map<string, Set<string>>>();
  readonly #rows: Row[] = [];
  readonly #replies: Promise<void>[] = [];

  /** Collects every reply to this page's requests. */
  listen(page: Page): void {
    page.on('response', (response) => this.#replies.push(this.#read(response)));
  }

  async #read(response: Response): Promise<void> {
    if (!response.url().includes('/api/') || !response.headers()['content-type']?.includes('json')) return;
    this.#walk(await response.json().catch(() => null), []);
  }

  /**
   * Records each value of a reply as a fact of the subjects that it may concern: those whose id or URL is in
   * the value's object or in an object around it.
   */
  #walk(value: unknown, around: readonly string[], name = ''): void {
    if (Array.isArray(value)) for (const part of value) this.#walk(part, around, name);
    else if (typeof value === 'object' && value !== null) {
      const own = Object.entries(value).flatMap(([field, of]) =>
        typeof of === 'string' && /^(?:id|url|\w+Id)$/.test(field) ? [of] : [],
      );
      for (const [field, of] of Object.entries(value)) this.#walk(of, [...around, ...own], field);
      for (const [field, parts] of Object.entries(sums)) {
        const sum = sumOf(value, parts);
        if (sum !== null) this.#state(PERSON, sum, field);
      }
    } else {
      for (const text of written(name, value))
        for (const subject of around.length > 0 ? [ANYBODY, ...around] : [ANYBODY, PERSON])
          this.#state(subject, text, name);
    }
  }

  #state(subject: string, text: string, field: string): void {
    const of = this.#stated.get(subject) ?? new Map<string, Set<string>>();
    of.set(text, (of.get(text) ?? new Set()).add(field));
    this.#stated.set(subject, of);
  }

  /** Collects the rows of every table, and every figure, on the present page. */
  async look(page: Page): Promise<void> {
    const rows = await page.evaluate(() => {
      const textOf = (of: Element | null) =>
        (of as HTMLElement | null)?.innerText.replace(/\s+/g, ' ').trim() ?? '';
      const refsOf = (of: Element) =>
        [...of.querySelectorAll('a')].flatMap(({ href, pathname }) => [href, ...pathname.split('/')]);
      // A row without a link is about the object of the page.
      const ofPage = window.location.pathname.split('/');
      const tables = [...document.querySelectorAll('main table')].flatMap((table) => {
        const heads = [...table.querySelectorAll('thead th')].map(textOf);
        return [...table.querySelectorAll('tbody tr')].map((row) => ({
          refs: [...refsOf(row), ...ofPage],
          cells: [...row.children].map((cell, at) => [heads[at] ?? '', textOf(cell)] as [string, string]),
        }));
      });
      const figures = [...document.querySelectorAll('main dl > div, main dl')].flatMap((list) =>
        [...list.querySelectorAll(':scope > dd')].map((figure) => ({
          refs: [...refsOf(figure.closest('li') ?? figure), ...ofPage],
          cells: [[textOf(figure.parentElement!.querySelector('dt')), textOf(figure)] as [string, string]],
        })),
      );
      const items = [...document.querySelectorAll('main li')]
        .filter((item) => item.querySelector('a') && !item.querySelector('li, table, dl'))
        .map((item) => ({ refs: refsOf(item), cells: [['', textOf(item)] as [string, string]] }));
      return [...tables, ...figures, ...items];
    });
    const path = new URL(page.url()).pathname + new URL(page.url()).search;
    this.#rows.push(...rows.map((row) => ({ ...row, path })));
  }

  /**
   * Returns the number of compared figures. A contradiction is a figure on a page that no reply about the
   * same subject contains.
   */
  async compare(): Promise<{ compared: number; contradictions: string[] }> {
    await Promise.all(this.#replies);
    const contradictions: string[] = [];
    let compared = 0;
    for (const { path, refs, cells } of this.#rows) {
      const known = refs.find((ref) => this.#stated.has(ref));
      for (const [header, text] of cells) {
        const subject = known ?? (columns[header] && !text.match(moment) ? PERSON : ANYBODY);
        const stated = this.#stated.get(subject) ?? new Map<string, Set<string>>();
        const patterns = [amount, moment, ...(own[header] ?? [])];
        for (const one of patterns.flatMap((pattern) => text.match(pattern) ?? [])) {
          if (limits.includes(one)) continue;
          compared++;
          const fields = stated.get(one);
          const allowed = one.match(moment) ? undefined : columns[header];
          const fits = fields && (!allowed || allowed.some((name) => fields.has(name)));
          if (!fits) contradictions.push(`${path}: "${header}" shows ${one}, which is not of ${subject}`);
        }
      }
    }
    return { compared, contradictions };
  }
}
