import { spawnSync } from 'node:child_process';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import { micros } from '#contract/money.ts';
import { after, DAY, MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { transact } from '#server/infra/transaction.ts';
import { createActor, createTestServer } from '#server/testing/actor.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';
import * as ledger from './ledger.ts';

const t = await testDatabase();
afterAll(() => t.close());

const DAYS = 40;
const LINES = 1_200;
const first = new Date('2026-01-01T23:59:59.999Z');
const hosts = Array.from({ length: 5 }, () => newId<AccountId>());
const listings = Array.from({ length: 5 }, () => newId());
const clippers = Array.from({ length: LINES }, () => newId<AccountId>());
/** Returns different amounts on different days, the same on each run. */
const amountOn = (day: number) => micros(BigInt(1 + ((day * 7_919_333) % 9_999_991)));

const put = (entry: Omit<ledger.Entry, 'key'>, key = newId() as string) =>
  transact(t.db, (tx) => ledger.post(tx, { ...entry, key }));

beforeAll(async () => {
  for (let day = 0; day < DAYS; day++) {
    const [hostId, listingId] = [hosts[day % 5]!, listings[(day * 3) % 5]!];
    const occurredAt = after(first, day * DAY);
    const one = { occurredAt, subjectId: hostId };
    const transfer = (
      debit: ledger.LedgerAccount,
      credit: ledger.LedgerAccount,
      amountMicros = amountOn(day),
    ) => [{ debit, credit, amountMicros, subjectId: listingId }];
    await put({
      ...one,
      kind: 'deposit.confirmed',
      transfers: transfer(ledger.clearing('bank'), ledger.host(hostId), micros(amountOn(day) * 3n)),
    });
    // The key contains characters that could end the code, the line or the comment.
    await put(
      {
        ...one,
        kind: 'listing.topped_up',
        transfers: transfer(ledger.host(hostId), ledger.listing(listingId)),
      },
      `top up (${day}); "twice"\n  host:x  5 USD`,
    );
  }
  await put({
    kind: 'earnings.accrued',
    occurredAt: after(first, DAYS * DAY),
    transfers: clippers.map((id) => ({
      debit: ledger.listing(listings[0]!),
      credit: ledger.clipperPending(id),
      amountMicros: micros(1n),
      subjectId: id,
    })),
  });
});

async function exported(range: { from?: string; to?: string } = {}): Promise<string> {
  let text = '';
  for await (const part of ledger.exportHledger(t.db, range)) text += part;
  return text;
}

interface Parsed {
  transactions: { date: string; sum: bigint; postings: number }[];
  balances: Map<string, bigint>;
}

/** Parses just enough of the format: transactions with postings of one amount each. */
function parse(journal: string): Parsed {
  const parsed: Parsed = { transactions: [], balances: new Map() };
  for (const line of journal.split('\n')) {
    if (/^(;|commodity |account |$)/.test(line)) continue;
    const [, date] = /^(\d{4}-\d\d-\d\d) \([^()\s]+\) \S[^;]*(?:;.*)?$/.exec(line) ?? [];
    if (date) {
      parsed.transactions.push({ date, sum: 0n, postings: 0 });
      continue;
    }
    const [, account, sign, whole, rest] =
      /^ {4}(\S+) {2}(-?)(\d+)\.(\d{6}) USD(?: {2};.*)?$/.exec(line) ?? [];
    if (!account) throw new Error(`not a line of a journal: ${line}`);
    const amount = BigInt(`${sign}${whole}${rest}`);
    const current = parsed.transactions.at(-1)!;
    current.sum += amount;
    current.postings++;
    parsed.balances.set(account, (parsed.balances.get(account) ?? 0n) + amount);
  }
  for (const [account, amount] of parsed.balances) if (amount === 0n) parsed.balances.delete(account);
  return parsed;
}

const sorted = (balances: Iterable<[string, bigint]>) =>
  [...balances].sort(([one], [other]) => (one < other ? -1 : 1));

/** Returns the balances according to the database, debits positive. */
async function databaseBalances(): Promise<[string, bigint][]> {
  const { rows } = await sql<{ name: string; debit: bigint }>`
    select kind || ':' || case when owner_id::text like '00000000-%' then 'platform' else owner_id::text end as name,
      -balance_micros as debit
    from ledger_accounts where balance_micros <> 0`.execute(t.db);
  return rows.map((row) => [row.name, row.debit]);
}

/** Returns null if hledger is not installed. */
function hledger(journal: string, ...args: string[]): string | null {
  const run = spawnSync('hledger', ['-f', '-', ...args], { input: journal, encoding: 'utf8' });
  if (run.error && 'code' in run.error && run.error.code === 'ENOENT') return null;
  expect(run.stderr).toBe('');
  expect(run.status).toBe(0);
  return run.stdout;
}

/** Parses the "account","balance" lines of hledger's CSV. */
const hledgerBalances = (csv: string): [string, bigint][] =>
  csv
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [, account, amount] = /^"([^"]+)","(-?\d+\.\d{6}) USD"$/.exec(line)!;
      return [account!, BigInt(amount!.replace('.', ''))];
    });

const balanceArgs = ['balance', '--flat', '--no-total', '-O', 'csv'];

test('two independent readers find that every entry balances and the accounts match the database', async () => {
  const journal = await exported();
  const { transactions, balances } = parse(journal);
  expect(transactions).toHaveLength(2 * DAYS + 1);
  expect(transactions.filter(({ sum }) => sum !== 0n)).toEqual([]);
  expect(transactions.at(-1)!.postings).toBe(2 * LINES);
  expect(journal.trimEnd().split('\n').at(-1)).toBe(`; end of the journal: ${2 * DAYS + LINES} transfers`);
  const known = sorted(await databaseBalances());
  expect(sorted(balances)).toEqual(known);

  hledger(journal, 'check', '--strict');
  hledger(journal, 'check', 'ordereddates');
  const theirs = hledger(journal, ...balanceArgs);
  if (theirs !== null) expect(sorted(hledgerBalances(theirs))).toEqual(known);
});

test('a range opens with the balances of everything before, and ends with its last day', async () => {
  const [before, rest, whole] = await Promise.all([
    exported({ to: '2026-01-20' }),
    exported({ from: '2026-01-21' }),
    exported(),
  ]);
  const opening = parse(rest).transactions[0]!;
  expect(opening).toMatchObject({ date: '2026-01-21', sum: 0n });
  expect(rest).toContain('2026-01-21 (opening) opening balances');
  expect(sorted(parse(rest).balances)).toEqual(sorted(parse(whole).balances));
  const dates = parse(before).transactions.map(({ date }) => date);
  expect([dates[0], dates.at(-1)]).toEqual(['2026-01-01', '2026-01-20']);
  expect(dates.length + parse(rest).transactions.length).toBe(parse(whole).transactions.length + 1);
  hledger(rest, 'check', '--strict');
  const theirs = hledger(rest, ...balanceArgs);
  if (theirs !== null) expect(sorted(hledgerBalances(theirs))).toEqual(sorted(await databaseBalances()));
});

test('declares every account and commodity before it is used', async () => {
  const journal = await exported();
  const declared = new Set([...journal.matchAll(/^account ([^\s;]+)/gm)].map(([, name]) => name));
  expect([...parse(journal).balances.keys()].filter((name) => !declared.has(name))).toEqual([]);
  expect(journal.indexOf('\naccount ')).toBeLessThan(journal.indexOf('\n2026-'));
  expect(journal).toContain('\ncommodity 1000.000000 USD\n');
});

test('abandoning an export returns its database connection', async () => {
  for (let turn = 0; turn < 20; turn++)
    for await (const text of ledger.exportHledger(t.db, {})) if (text) break;
  expect((await exported()).length).toBeGreaterThan(0);
});

test('an admin downloads the same journal', async () => {
  const clock = new MovableClock({ frozenAt: first });
  const modules = testModules(t.db, clock, ['ledger']);
  const server = await createTestServer({ db: t.db, clock, modules });
  const { headers } = await createActor(t.db, { role: 'admin', username: 'bookkeeper' });
  const url = '/api/admin/ledger.journal?to=2026-01-12';
  const reply = await server.inject({ method: 'GET', url, headers });
  expect(reply.headers['content-disposition']).toBe('attachment; filename="ledger.journal"');
  expect(reply.body).toBe(await exported({ to: '2026-01-12' }));
  await server.close();
});
