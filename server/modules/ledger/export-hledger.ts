import { type RawBuilder, sql } from 'kysely';
import { PLATFORM_OWNER } from '#contract/ledger/ledger.ts';
import { formatDecimal } from '#contract/money.ts';
import type { LedgerAccountKind } from '#db/types.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { ACCOUNT_LABELS } from './labels.ts';

/** Days in UTC, both included ("2026-01-31"). Absent: from the first entry, up to the last. */
export interface JournalRange {
  from?: string | undefined;
  to?: string | undefined;
}

/** Account classes of hledger: asset, liability, expense, revenue. */
const CLASSES: Record<LedgerAccountKind, 'A' | 'L' | 'X' | 'R'> = {
  clearing_test: 'A',
  clearing_bank: 'A',
  clearing_stripe: 'A',
  clearing_paypal: 'A',
  clearing_manual: 'A',
  clipper_owed: 'A',
  platform_loss: 'X',
  platform_processor_fees: 'X',
  host: 'L',
  listing: 'L',
  clip_reserved: 'L',
  clipper_pending: 'L',
  clipper_available: 'L',
  payout: 'L',
  platform_rounding: 'R',
  platform_suspense: 'L',
};

const nameOf = (kind: string, ownerId: string): string =>
  `${kind}:${ownerId === PLATFORM_OWNER ? 'platform' : ownerId}`;

/** Formats an amount with all digits: "12.500000 USD". */
const amountOf = (amount: bigint): string => `${formatDecimal(amount, 6)} USD`;

const posting = (account: string, amount: bigint, comment = ''): string =>
  `    ${account}  ${amountOf(amount)}${comment}\n`;

/**
 * Returns the key without characters that would end the code or the line, because a key may contain anything.
 */
const codeOf = (key: string): string => key.replace(/[()\s;]+/g, '_');

/**
 * Streams the journal in hledger's format from one snapshot, with at most a thousand lines in memory. Debits
 * are positive and credits negative, so that assets read as accountants expect. With `from`, the journal
 * opens with the balances of all earlier entries. Holds one connection until the journal is read or
 * abandoned.
 */
export async function* exportHledger(db: Database, range: JournalRange): AsyncGenerator<string> {
  const tx = await db.startTransaction().setIsolationLevel('repeatable read').execute();
  try {
    await sql`set transaction read only`.execute(tx);
    yield head(range);
    yield* declarations(tx);
    if (range.from) yield* opening(tx, range.from);
    yield* entries(tx, range);
  } finally {
    await tx.rollback().execute();
  }
}

const head = ({
  from,
  to,
}: JournalRange): string => `; The ledger of Permille${from ? ` from ${from}` : ''}${to ? ` to ${to}` : ''}, days in UTC.
; Accounts are named kind:owner. Debits are positive, credits negative.
commodity 1000.000000 USD
${Object.entries(CLASSES)
  .map(([kind, type]) => `account ${kind}  ; ${ACCOUNT_LABELS[kind as LedgerAccountKind]}, type:${type}\n`)
  .join('')}`;

/**
 * Declares every account by name, so that `hledger check --strict` accepts no other. Each account has the
 * class declared for its kind.
 */
async function* declarations(tx: Tx): AsyncGenerator<string> {
  const accounts = rowsOf<{ kind: string; owner_id: string }>(
    tx,
    'accounts',
    sql`select kind, owner_id from ledger_accounts order by kind, owner_id`,
  );
  for await (const rows of accounts) {
    yield rows.map((row) => `account ${nameOf(row.kind, row.owner_id)}\n`).join('');
  }
  yield '\n';
}

/** Yields the rows of a statement a thousand at a time, from a database cursor. */
async function* rowsOf<Row>(tx: Tx, name: string, statement: RawBuilder<unknown>): AsyncGenerator<Row[]> {
  const cursor = sql.ref(name);
  await sql`declare ${cursor} no scroll cursor for ${statement}`.execute(tx);
  for (;;) {
    const { rows } = await sql<Row>`fetch 1000 from ${cursor}`.execute(tx);
    if (rows.length === 0) break;
    yield rows;
  }
  await sql`close ${cursor}`.execute(tx);
}

const startOf = (day: string) => sql`${`${day}T00:00:00Z`}::timestamptz`;
const endOf = (day: string) => sql`(${`${day}T00:00:00Z`}::timestamptz + interval '24 hours')`;

async function* opening(tx: Tx, from: string): AsyncGenerator<string> {
  const balances = rowsOf<{ kind: string; owner_id: string; debit: bigint }>(
    tx,
    'opening',
    sql`select kind, owner_id, sum(change)::bigint as debit from (
        select debit_kind as kind, debit_owner_id as owner_id, amount_micros as change, occurred_at from ledger_transfers
        union all select credit_kind, credit_owner_id, -amount_micros, occurred_at from ledger_transfers) f
      where occurred_at < ${startOf(from)} group by kind, owner_id having sum(change) <> 0 order by kind, owner_id`,
  );
  let isFirst = true;
  for await (const rows of balances) {
    const lines = rows.map((row) => posting(nameOf(row.kind, row.owner_id), row.debit));
    yield (isFirst ? `${from} (opening) opening balances\n` : '') + lines.join('');
    isFirst = false;
  }
  if (!isFirst) yield '\n';
}

interface Line {
  entry_id: string;
  key: string;
  kind: string;
  debit_kind: string;
  debit_owner_id: string;
  credit_kind: string;
  credit_owner_id: string;
  amount_micros: bigint;
  subject_id: string;
  occurred_at: Date;
}

async function* entries(tx: Tx, { from, to }: JournalRange): AsyncGenerator<string> {
  const lines = rowsOf<Line>(
    tx,
    'journal',
    sql`select t.entry_id, e.key, t.kind, t.debit_kind, t.debit_owner_id, t.credit_kind, t.credit_owner_id,
        t.amount_micros, t.subject_id, t.occurred_at
      from ledger_transfers t join ledger_entries e on e.id = t.entry_id
      where true ${from ? sql`and t.occurred_at >= ${startOf(from)}` : sql``} ${to ? sql`and t.occurred_at < ${endOf(to)}` : sql``}
      order by t.occurred_at, t.entry_id, t.line`,
  );
  let entry = '';
  let count = 0;
  for await (const rows of lines) {
    let text = '';
    for (const row of rows) {
      if (row.entry_id !== entry) text += `${entry ? '\n' : ''}${headOf(row)}`;
      entry = row.entry_id;
      text += posting(
        nameOf(row.debit_kind, row.debit_owner_id),
        row.amount_micros,
        `  ; for:${row.subject_id}`,
      );
      text += posting(nameOf(row.credit_kind, row.credit_owner_id), -row.amount_micros);
    }
    count += rows.length;
    yield text;
  }
  // Shows that the file is complete; a truncated file lacks this line.
  yield `\n; end of the journal: ${count} transfers\n`;
}

const headOf = (row: Line): string => {
  const at = row.occurred_at.toISOString();
  return `${at.slice(0, 10)} (${codeOf(row.key)}) ${row.kind}  ; entry:${row.entry_id}, at:${at}\n`;
};
