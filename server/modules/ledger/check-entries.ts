import { type RawBuilder, sql } from 'kysely';
import { PLATFORM_OWNER } from '#contract/ledger/ledger.ts';
import type { MovementKind } from './rules.ts';

/**
 * Format of each entry's key: a start, the subject of the entry's first line, and an end. So a key follows
 * from what the entry moved.
 */
const KEYS: Partial<Record<MovementKind, readonly (readonly [start: string, end: string])[]>> = {
  'deposit.confirmed': [['deposit:', '']],
  'deposit.refunded': [['refund:', '']],
  'deposit.refund_reversed': [['refund.reversed:', '']],
  'processor.fee': [
    ['processor.fee:', ''],
    ['payout:', ':fee'],
  ],
  'listing.posted': [['listing.posted:', '']],
  'payout.started': [['payout:', ':started']],
  'payout.paid': [['payout:', ':payout.paid']],
  'payout.failed': [['payout:', ':payout.failed']],
  'payout.canceled': [['payout:', ':payout.canceled']],
  'payout.returned': [['payout:', ':payout.returned']],
  'suspense.received': [['suspense.received:', '']],
  'suspense.reclaimed': [['suspense.reclaimed:', '']],
  'suspense.sent_back': [['suspense.sent_back:', '']],
  'suspense.written_off': [['suspense.written_off:', '']],
};
const keyed = Object.entries(KEYS).flatMap(([kind, keys]) => keys.map(([start, end]) => [kind, start, end]));
const column = (index: number): string[] => keyed.map((row) => row[index]!);

/**
 * SQL: the entry was made by `postRows`. The key of such an entry contains the entry's id; other checks
 * compare the rows behind it.
 */
const isOfRows = sql`e.key = e.kind || ':' || e.id`;

/** Compares the ledger's rows with each other. Names and queries as in CHECKS. */
export const entryChecks: Record<string, RawBuilder<unknown>> = {
  'each transfer says what its entry says, and none is missing': sql`
    select 'line ' || t.line || ' of entry ' || t.entry_id as what
    from ledger_transfers t join ledger_entries e on e.id = t.entry_id
    where t.kind <> e.kind or t.occurred_at <> e.occurred_at
    union all
    select 'entry ' || entry_id from ledger_transfers group by entry_id having count(*) <> max(line) or min(line) <> 1
    union all
    select 'entry ' || id from ledger_entries group by id having count(*) > 1`,

  // The stored request hash, which detects reused keys, also proves accounts, amounts and subjects.
  'each entry is the request that was posted under its key': sql`
    select 'entry ' || e.id as what
    from ledger_entries e
    left join (
      select t.entry_id, string_agg(E'\n' || t.debit_kind || ' ' || t.debit_owner_id || ' ' || t.credit_kind || ' '
        || t.credit_owner_id || ' ' || t.amount_micros || ' ' || t.subject_id, '' order by t.line) as lines
      from ledger_transfers t join ledger_entries e on e.id = t.entry_id where not ${isOfRows} group by t.entry_id
    ) l on l.entry_id = e.id
    where e.request_hash <> sha256(convert_to(case when ${isOfRows} then e.key else e.kind || l.lines end, 'UTF8'))`,

  'each key names what its entry moved': sql`
    select 'entry ' || e.id || ' under ' || e.key as what
    from ledger_entries e join ledger_transfers t on t.entry_id = e.id and t.line = 1
    where not ${isOfRows}
      and e.kind = any(${[...new Set(column(0))]}::text[])
      and not exists (
        select from unnest(${column(0)}::text[], ${column(1)}::text[], ${column(2)}::text[]) as k (kind, start, ending)
        where k.kind = e.kind and e.key = k.start || t.subject_id || k.ending)`,

  'each account belongs to somebody or something that exists': sql`
    select a.kind || ' ' || a.owner_id as what from ledger_accounts a
    left join accounts u on u.id = a.owner_id
    left join listings l on l.id = a.owner_id
    left join submissions s on s.id = a.owner_id
    left join payouts p on p.id = a.owner_id
    where not case
      when a.kind in ('host', 'clipper_owed', 'clipper_pending', 'clipper_available') then u.id is not null
      when a.kind = 'listing' then l.id is not null
      when a.kind = 'clip_reserved' then s.id is not null
      when a.kind = 'payout' then p.id is not null
      else a.owner_id = ${PLATFORM_OWNER} end`,
};
