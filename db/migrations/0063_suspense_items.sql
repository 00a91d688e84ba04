-- Each amount on the suspense account: where it came from, since when, and what became of it. The open ones add up to the
-- balance of the account (npm run reconcile asks).
create table suspense_items (
  id uuid primary key,
  cause text not null check (cause in (
    'refund_failed', 'payout_failed', 'payout_returned', 'dispute_won', 'budget_freed', 'late_deposit', 'closed_account',
    'bank_transfer', 'card_payment', 'unmatched')),
  -- Whose it would be if their account were open: the account that it was taken from. Null: it belongs to nobody we know.
  owner_kind ledger_account_kind check (owner_kind in ('host', 'clipper_available')),
  owner_id uuid references users (id),
  check ((owner_kind is null) = (owner_id is null)),
  -- Where it stands outside; null where that is not known, because it was on a balance before.
  rail text check (rail in ('test', 'bank', 'stripe', 'paypal', 'manual')),
  check (owner_id is not null or rail is not null),
  -- What leaves is whole cents.
  amount_micros bigint not null check (amount_micros > 0 and amount_micros % 10000 = 0),
  -- What names it outside: a bank's reference, a processor's id, the title of a listing.
  reference text not null,
  -- The deposit, refund, listing or payout it came by; its own id when there is none.
  subject_id uuid not null,
  arrived_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'sent_back', 'credited', 'written_off', 'reclaimed')),
  resolved_at timestamptz,
  resolved_by uuid references users (id),
  reason text,
  -- Sent back: by which rail, and under which reference.
  sent_rail text check (sent_rail in ('test', 'bank', 'stripe', 'paypal', 'manual')),
  sent_reference text,
  -- Credited: the host's deposit that it became.
  deposit_id uuid references deposits (id),
  check ((state = 'open') = (resolved_at is null)),
  -- What a person resolved says who and why; only what its rightful account took back has nobody.
  check (state in ('open', 'reclaimed') or (resolved_by is not null and reason is not null)),
  check ((state = 'sent_back') = (sent_rail is not null and sent_reference is not null))
);
create index suspense_items_open on suspense_items (arrived_at, id) where state = 'open';
create index suspense_items_newest on suspense_items (arrived_at desc, id desc);
create index suspense_items_owner on suspense_items (owner_id) where state = 'open';
-- Money that came from outside is recorded once, whoever tells it again.
create unique index suspense_items_outside on suspense_items (rail, reference) where owner_id is null;

-- Closed accounts are asked for what they hold.
create index users_closed on users (id) where closed_at is not null;
