alter table deposits drop constraint deposits_state_check;
alter table deposits
  add constraint deposits_state_check check (state in ('created', 'confirmed', 'failed', 'disputed', 'charged_back')),
  -- why it failed, or what does not fit and a person has to look at
  add column failure text,
  -- the processor's checkout page of this deposit: one for ever, because it is asked for under the deposit's id
  add column session_id text unique,
  add column checkout_url text,
  -- paid in a way that takes days: the processor has not said yet whether the money arrives
  add column pending_since timestamptz,
  -- when the processor is asked next, in case its message was lost
  add column due_at timestamptz,
  add column tries int not null default 0,
  -- an early fraud warning or a lost dispute: the host's balance can't be spent until an admin lifts it
  add column frozen_at timestamptz,
  -- the bank's reference of the transfer that confirmed it
  add column bank_reference text;
create index deposits_due on deposits (due_at) where due_at is not null;
create index deposits_newest on deposits (created_at desc, id desc);
-- One transfer at the bank confirms one deposit.
create unique index deposits_bank_reference on deposits (bank_reference) where bank_reference is not null;
create unique index deposits_bank_ask on deposits (reference) where rail = 'bank';
-- A host whose money is in question spends none.
create index deposits_questioned on deposits (host_id) where state = 'disputed' or frozen_at is not null;

-- What the processor said of a payment, in whatever order it came: also before the deposit is known to be paid.
create table card_payments (
  payment_intent text primary key,
  deposit_id uuid unique references deposits (id),
  -- the same card or bank account has the same fingerprint
  fingerprint text,
  fee_micros bigint check (fee_micros >= 0),
  -- paid back in all, and the moment of the newest message that says so: older ones change nothing
  refunded_micros bigint not null default 0 check (refunded_micros >= 0),
  refunded_as_of timestamptz,
  warned_at timestamptz,
  seen_at timestamptz not null
);
create index card_payments_fingerprint on card_payments (fingerprint) where fingerprint is not null;

create table deposit_refunds (
  id uuid primary key,
  deposit_id uuid not null references deposits (id),
  amount_micros bigint not null check (amount_micros > 0 and amount_micros % 10000 = 0),
  state text not null check (state in ('requested', 'declined', 'refunding', 'refunded', 'refund_failed')),
  -- self: within 30 days; request: an admin agrees first; processor: made at the processor, not here
  cause text not null check (cause in ('self', 'request', 'processor')),
  -- of the amount, what the host had spent already when the processor paid it back
  loss_micros bigint not null default 0 check (loss_micros between 0 and amount_micros),
  processor_id text unique,
  reference text,
  failure text,
  due_at timestamptz,
  tries int not null default 0,
  created_at timestamptz not null,
  finished_at timestamptz
);
create index deposit_refunds_deposit on deposit_refunds (deposit_id);
create index deposit_refunds_due on deposit_refunds (due_at) where due_at is not null;
create index deposit_refunds_open on deposit_refunds (created_at, id) where state in ('requested', 'refunding');

create table deposit_disputes (
  id text primary key,
  payment_intent text not null references card_payments (payment_intent),
  amount_micros bigint not null check (amount_micros >= 0),
  reason text not null,
  outcome text check (outcome in ('won', 'lost')),
  withdrawn boolean not null default false,
  reinstated boolean not null default false,
  -- what is booked now, and how often it moved: the number in the ledger's key
  host_micros bigint not null default 0 check (host_micros >= 0),
  loss_micros bigint not null default 0 check (loss_micros >= 0),
  moves int not null default 0,
  opened_at timestamptz not null,
  closed_at timestamptz
);
create index deposit_disputes_payment on deposit_disputes (payment_intent);

alter table listings drop constraint listings_pause_reason_check;
alter table listings add constraint listings_pause_reason_check
  check (pause_reason in ('host', 'exhausted', 'banned', 'disputed'));
