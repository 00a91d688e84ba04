import { type RawBuilder, sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import type { Statement, StatementRow } from '#contract/ledger/statements.ts';
import { micros } from '#contract/money.ts';
import type { LedgerAccountKind } from '#db/types.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { MOVEMENT_LABELS } from './labels.ts';
import type { MovementKind } from './rules.ts';

interface Section {
  name: string;
  /** Money that moves between two accounts of these kinds stays in the section. */
  kinds: LedgerAccountKind[];
  /** Selects the ids of the accounts' owners. */
  owners: (accountId: AccountId) => RawBuilder<unknown>;
}

const self = (accountId: AccountId) => sql`select ${accountId}::uuid as id`;

const HOST: Section[] = [
  { name: 'Balance', kinds: ['host'], owners: self },
  {
    name: 'Budget in your listings',
    kinds: ['listing', 'clip_reserved'],
    owners: (accountId) => sql`
      select id from listings where host_id = ${accountId}
      union all
      select e.submission_id from clip_earnings e join listings l on l.id = e.listing_id where l.host_id = ${accountId}`,
  },
];
const CLIPPER: Section[] = [
  { name: 'Pending earnings', kinds: ['clipper_pending'], owners: self },
  { name: 'Available', kinds: ['clipper_available'], owners: self },
  {
    name: 'On its way',
    kinds: ['payout'],
    owners: (accountId) => sql`select id from payouts where clipper_id = ${accountId}`,
  },
  { name: 'Owed', kinds: ['clipper_owed'], owners: self },
];

interface Flow {
  section: string;
  /** Kind of the movements; null for the row of current balances. */
  kind: MovementKind | null;
  in_period: boolean;
  transfers: number;
  amount: bigint;
}

/**
 * Selects the current balances of a section's accounts, and the amounts that moved in and out of these
 * accounts since the month began.
 */
function flowsOf({ name, kinds, owners }: Section, accountId: AccountId, from: Date, until: Date) {
  const side = (mine: 'debit' | 'credit', other: 'debit' | 'credit', sign: RawBuilder<unknown>) => sql`
    select t.kind, t.occurred_at < ${until} as in_period, ${sign} * t.amount_micros as change from ledger_transfers t
    where ${sql.ref(`t.${mine}_owner_id`)} = a.owner_id and ${sql.ref(`t.${mine}_kind`)} = a.kind
      and t.occurred_at >= ${from}
      and not ${sql.ref(`t.${other}_kind`)} = any(${kinds}::ledger_account_kind[])`;
  const accounts = sql`(select a.* from (${owners(accountId)}) o
    join ledger_accounts a on a.owner_id = o.id and a.kind = any(${kinds}::ledger_account_kind[]))`;
  return sql`
    select ${name}::text as section, null::text as kind, false as in_period, 0 as transfers,
      coalesce(sum(a.balance_micros), 0)::bigint as amount
    from ${accounts} a
    union all
    select ${name}, f.kind, f.in_period, count(*)::int, sum(f.change)::bigint
    from ${accounts} a
    cross join lateral (${side('debit', 'credit', sql`-1`)} union all ${side('credit', 'debit', sql`1`)}) f
    group by f.kind, f.in_period`;
}

/**
 * Draws a month's statement of a person's accounts in one statement of SQL, so that all figures are from the
 * same moment. Earlier balances are the current ones less the amounts that moved since. The cost depends on
 * movements since the month began, not on the age of the account.
 */
export async function drawStatement(
  db: Database | Tx,
  whose: { role: 'host' | 'clipper'; accountId: AccountId },
  month: string,
  now: Date,
): Promise<Statement> {
  const { from, until } = spanOf(month);
  const sections = whose.role === 'host' ? HOST : CLIPPER;
  const parts = sections.map((section) => flowsOf(section, whose.accountId, from, until));
  const { rows } = await sql<Flow>`${sql.join(parts, sql` union all `)}`.execute(db);
  const lines = sections.map(({ name }) =>
    linesOf(
      name,
      rows.filter((row) => row.section === name),
    ),
  );
  return {
    rows: lines.filter((part, index) => index === 0 || part.some((row) => row.amountMicros !== 0n)).flat(),
    nextCursor: null,
    month,
    holder: await nameOf(db, whose.accountId),
    isComplete: until <= now,
    drawnAt: now,
  };
}

function spanOf(month: string): { from: Date; until: Date } {
  const from = new Date(`${month}-01T00:00:00Z`);
  return { from, until: new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1)) };
}

const ORDER = Object.keys(MOVEMENT_LABELS);

function linesOf(section: string, flows: Flow[]): StatementRow[] {
  const sum = (some: Flow[]) => some.reduce((total, flow) => total + flow.amount, 0n);
  const moved = flows.filter((flow): flow is Flow & { kind: MovementKind } => flow.kind !== null);
  const inPeriod = moved
    .filter((flow) => flow.in_period)
    .toSorted((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind));
  const nowHeld = sum(flows.filter((flow) => flow.kind === null));
  const closing = nowHeld - sum(moved.filter((flow) => !flow.in_period));
  const balance = (what: 'opening' | 'closing', amount: bigint): StatementRow => ({
    section,
    what,
    name: what === 'opening' ? 'Opening balance' : 'Closing balance',
    transfers: 0,
    amountMicros: micros(amount),
  });
  return [
    balance('opening', closing - sum(inPeriod)),
    ...inPeriod.map(
      ({ kind, transfers, amount }): StatementRow => ({
        section,
        what: 'movement',
        name: MOVEMENT_LABELS[kind],
        transfers,
        amountMicros: micros(amount),
      }),
    ),
    balance('closing', closing),
  ];
}

async function nameOf(db: Database | Tx, accountId: AccountId): Promise<string> {
  const row = await db
    .selectFrom('accounts')
    .leftJoin('profiles', 'profiles.user_id', 'accounts.id')
    .select((eb) => eb.fn.coalesce('profiles.full_name', 'accounts.name').as('name'))
    .where('accounts.id', '=', accountId)
    .executeTakeFirstOrThrow();
  return row.name;
}
