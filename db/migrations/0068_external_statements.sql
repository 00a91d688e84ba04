-- What Stripe, PayPal and the bank say themselves of the money at theirs, and how it fits what the ledger says of it. Nothing
-- here moves money.

-- One import: a file that an admin gave, or a report that was fetched.
create table external_statements (
  id uuid primary key,
  rail text not null check (rail in ('stripe', 'paypal', 'bank')),
  -- The name of the file; null: fetched from the processor itself.
  file_name text,
  -- The time that it tells of, from the first to the last moment.
  period_from timestamptz not null,
  period_to timestamptz not null,
  check (period_from <= period_to),
  line_count integer not null check (line_count >= 0),
  -- Of those, the ones that no earlier import had.
  new_line_count integer not null check (new_line_count between 0 and line_count),
  imported_at timestamptz not null,
  -- Null: by an operator's command, or the daily fetch.
  imported_by uuid references users (id)
);
create index external_statements_newest on external_statements (rail, imported_at desc, id desc);

-- One movement as the other side tells it. What it kept for itself is a line of its own.
create table external_lines (
  id uuid primary key,
  statement_id uuid not null references external_statements (id),
  rail text not null check (rail in ('stripe', 'paypal', 'bank')),
  -- The other side's own id; where a bank gives none, a hash of what the line says and which of several equal ones it is.
  external_id text not null,
  part text not null check (part in ('amount', 'fee')),
  -- The other side's word for it, such as charge or T0001.
  category text not null,
  -- Above zero: it came in.
  amount_micros bigint not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  occurred_at timestamptz not null,
  -- What it is known by, its own id first; and the same in the form in which they are compared.
  reference text not null,
  reference_keys text[] not null,
  counterparty text,
  description text,
  -- Between accounts of the platform itself, such as from Stripe to the bank: the ledger books no such thing.
  is_transfer boolean not null,
  -- Found by match-lines.ts. internal: another line is its other side, so together they move nothing.
  state text not null default 'only_outside'
    check (state in ('matched', 'differs', 'only_outside', 'other_currency', 'internal')),
  counter_line_id uuid references external_lines (id),
  check ((state = 'internal') = (counter_line_id is not null)),
  suspense_item_id uuid references suspense_items (id)
);
-- The same movement is imported once, whichever files it is in.
create unique index external_lines_once on external_lines (rail, external_id, part);
create index external_lines_newest on external_lines (occurred_at desc, id desc);
create index external_lines_unmatched on external_lines (occurred_at desc, id desc)
  where state in ('differs', 'only_outside', 'other_currency');

-- Which line is which movement of a clearing account. Several may be one: a sum that was paid back in parts.
create table external_matches (
  line_id uuid not null references external_lines (id),
  entry_id uuid not null,
  -- False: the references agree, the amounts do not.
  is_equal boolean not null,
  primary key (line_id, entry_id)
);
create index external_matches_entry on external_matches (entry_id);

-- Movements of clearing accounts that no statement has though one tells of their time.
create table external_missing (
  entry_id uuid primary key,
  rail text not null check (rail in ('stripe', 'paypal', 'bank', 'manual')),
  part text not null check (part in ('amount', 'fee')),
  kind text not null,
  amount_micros bigint not null,
  occurred_at timestamptz not null,
  reference text not null
);
create index external_missing_newest on external_missing (occurred_at desc, entry_id desc);

-- Why something that matches nothing is all right, in an admin's words. Each line and each movement is explained once.
create table external_notes (
  id uuid primary key,
  line_id uuid unique references external_lines (id),
  entry_id uuid unique,
  check ((line_id is null) <> (entry_id is null)),
  reason text not null,
  noted_at timestamptz not null,
  noted_by uuid not null references users (id)
);
