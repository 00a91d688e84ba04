create table suspense_items (
  id uuid primary key,
  cause text not null,
  owner_kind ledger_account_kind
    constraint suspense_items_owner_kind_known check (owner_kind in ('host', 'clipper_available')),
  owner_id uuid references users (id),
  rail text constraint suspense_items_rail_known check (rail in ('test', 'bank', 'stripe', 'paypal', 'manual')),
  amount_micros bigint not null
    constraint suspense_items_amount_micros_whole_cents check (amount_micros > 0 and amount_micros % 10000 = 0),
  reference text not null,
  subject_id uuid not null,
  arrived_at timestamptz not null,
  state text not null default 'open'
    constraint suspense_items_state_known
      check (state in ('open', 'sent_back', 'credited', 'written_off', 'reclaimed')),
  resolved_at timestamptz,
  resolved_by uuid references users (id),
  reason text,
  sent_rail text
    constraint suspense_items_sent_rail_known check (sent_rail in ('test', 'bank', 'stripe', 'paypal', 'manual')),
  sent_reference text,
  deposit_id uuid references deposits (id),
  constraint suspense_items_cause_known
    check (cause in (
      'refund_failed', 'payout_failed', 'payout_returned', 'dispute_won', 'budget_freed', 'late_deposit',
      'closed_account', 'bank_transfer', 'card_payment', 'unmatched')),
  constraint suspense_items_owner check ((owner_kind is null) = (owner_id is null)),
  constraint suspense_items_owner_or_rail check (owner_id is not null or rail is not null),
  constraint suspense_items_resolved check ((state = 'open') = (resolved_at is null)),
  constraint suspense_items_resolved_by
    check ((state in ('open', 'reclaimed')) or resolved_by is not null and reason is not null),
  constraint suspense_items_sent_back
    check ((state = 'sent_back') = (sent_rail is not null and sent_reference is not null))
);
comment on table suspense_items is
  'Each amount on the suspense account: its source, its time, and its end. The open ones add up to the account''s '
  'balance (npm run reconcile checks it).';
comment on column suspense_items.owner_kind is
  'The account that it was taken from, which would own it if it were open. Null: it belongs to nobody we know.';
comment on column suspense_items.rail is
  'The rail on which it is held outside; null when unknown, because it was on a balance before.';
comment on column suspense_items.amount_micros is 'Only whole cents can be sent.';
comment on column suspense_items.reference is
  'Its outside reference: a bank''s reference, a processor''s id, the title of a listing.';
comment on column suspense_items.subject_id is
  'The deposit, refund, listing or payout that it is from; its own id when there is none.';
comment on column suspense_items.sent_rail is 'Sent back: the rail and the reference.';
comment on column suspense_items.deposit_id is 'Credited: the host''s deposit that it became.';
comment on constraint suspense_items_owner on suspense_items is 'An owner is an account: its kind and its person.';
comment on constraint suspense_items_owner_or_rail on suspense_items is 'Money without an owner is from outside.';
comment on constraint suspense_items_resolved on suspense_items is 'A resolved item has the moment of its resolution.';
comment on constraint suspense_items_resolved_by on suspense_items is
  'A person''s resolution has the person and the reason; only money that its rightful account took back has no person.';
comment on constraint suspense_items_sent_back on suspense_items is 'An item that was sent back has its rail and reference.';
create index suspense_items_newest on suspense_items (arrived_at desc, id desc);
create index suspense_items_open on suspense_items (arrived_at, id) where state = 'open';
create unique index suspense_items_outside on suspense_items (rail, reference) where owner_id is null;
comment on index suspense_items_outside is 'Money from outside is recorded once, however often it is reported.';
create index suspense_items_owner on suspense_items (owner_id) where state = 'open';

create table external_statements (
  id uuid primary key,
  rail text not null constraint external_statements_rail_known check (rail in ('stripe', 'paypal', 'bank')),
  file_name text,
  period_from timestamptz not null,
  period_to timestamptz not null,
  line_count int not null constraint external_statements_line_count_not_negative check (line_count >= 0),
  new_line_count int not null,
  imported_at timestamptz not null,
  imported_by uuid references users (id),
  constraint external_statements_period check (period_from <= period_to),
  constraint external_statements_new_lines check (new_line_count between 0 and line_count)
);
comment on table external_statements is
  'One import of Stripe''s, PayPal''s or the bank''s own report of our money: a file from an admin, or a fetched '
  'report. Nothing in the tables of statements moves money.';
comment on column external_statements.file_name is 'The name of the file; null: fetched from the processor.';
comment on column external_statements.period_from is 'The statement''s period, from the first to the last moment.';
comment on column external_statements.new_line_count is 'The lines that no earlier import had.';
comment on column external_statements.imported_by is 'Null: by an operator''s command, or the daily fetch.';
comment on constraint external_statements_period on external_statements is 'A period does not end before it begins.';
comment on constraint external_statements_new_lines on external_statements is 'At most all lines are new.';
create index external_statements_newest on external_statements (rail, imported_at desc, id desc);

create table external_lines (
  id uuid primary key,
  statement_id uuid not null references external_statements (id),
  rail text not null constraint external_lines_rail_known check (rail in ('stripe', 'paypal', 'bank')),
  external_id text not null,
  part text not null constraint external_lines_part_known check (part in ('amount', 'fee')),
  category text not null,
  amount_micros bigint not null,
  currency text not null constraint external_lines_currency_format check (currency ~ '^[A-Z]{3}$'),
  occurred_at timestamptz not null,
  reference text not null,
  reference_keys text[] not null,
  counterparty text,
  description text,
  is_transfer boolean not null,
  state text not null default 'only_outside'
    constraint external_lines_state_known
      check (state in ('matched', 'differs', 'only_outside', 'other_currency', 'internal')),
  counter_line_id uuid references external_lines (id),
  suspense_item_id uuid references suspense_items (id),
  constraint external_lines_internal check ((state = 'internal') = (counter_line_id is not null))
);
comment on table external_lines is 'One movement as the other side reports it. A fee that it kept is a separate line.';
comment on column external_lines.external_id is
  'The other side''s own id; if a bank gives none, a hash of the line''s content and its number among equal lines.';
comment on column external_lines.category is 'The other side''s term for it, such as charge or T0001.';
comment on column external_lines.amount_micros is 'Above zero: incoming.';
comment on column external_lines.reference is
  'Its references, its own id first; and the same in the form in which they are compared.';
comment on column external_lines.is_transfer is
  'Between accounts of the platform, such as from Stripe to the bank: the ledger does not book it.';
comment on column external_lines.state is
  'Set by match-lines.ts. internal: another line is its other side, so together they move nothing.';
comment on constraint external_lines_internal on external_lines is 'An internal line names its other side.';
create index external_lines_newest on external_lines (occurred_at desc, id desc);
create unique index external_lines_once on external_lines (rail, external_id, part);
comment on index external_lines_once is 'The same movement is imported once, whichever files it is in.';
create index external_lines_unmatched
  on external_lines (occurred_at desc, id desc) where state in ('differs', 'only_outside', 'other_currency');

create table external_matches (
  line_id uuid not null references external_lines (id),
  entry_id uuid not null,
  is_equal boolean not null,
  primary key (line_id, entry_id)
);
comment on table external_matches is
  'Pairs of a line and the movement of a clearing account that it shows. Several lines may show one movement: a sum that '
  'was paid back in parts.';
comment on column external_matches.is_equal is 'False: the references agree, the amounts do not.';
create index external_matches_entry on external_matches (entry_id);

create table external_missing (
  entry_id uuid primary key,
  rail text not null constraint external_missing_rail_known check (rail in ('stripe', 'paypal', 'bank', 'manual')),
  part text not null constraint external_missing_part_known check (part in ('amount', 'fee')),
  kind text not null,
  amount_micros bigint not null,
  occurred_at timestamptz not null,
  reference text not null
);
comment on table external_missing is 'Movements of clearing accounts that are missing in the statements of their period.';
create index external_missing_newest on external_missing (occurred_at desc, entry_id desc);

create table external_notes (
  id uuid primary key,
  line_id uuid references external_lines (id) unique,
  entry_id uuid unique,
  reason text not null,
  noted_at timestamptz not null,
  noted_by uuid not null references users (id),
  constraint external_notes_one_subject check ((line_id is null) <> (entry_id is null))
);
comment on table external_notes is
  'An admin''s explanation of an unmatched line or movement. Each line and each movement is explained once.';
comment on constraint external_notes_one_subject on external_notes is 'A note explains a line or a movement.';

create table statement_months (
  month text not null,
  reached uuid,
  done_at timestamptz,
  constraint statement_months_pkey primary key (month)
);
comment on table statement_months is
  'Progress of announcing a month''s statements: people in the order of their ids, each in the transaction that '
  'advances it.';
comment on column statement_months.month is 'In UTC, such as 2026-10.';
comment on column statement_months.reached is
  'The last person whose statement was made; null before the first and after the last.';
