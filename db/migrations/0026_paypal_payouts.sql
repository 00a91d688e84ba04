-- What was handed to PayPal together. The id is the sender_batch_id: it is stored before the call and never used for
-- another content, so asking again after a lost reply can't pay twice. PayPal keeps such an id for 30 days.
create table payout_batches (
  id uuid primary key,
  state text not null check (state in ('created', 'sent', 'refused', 'closed', 'abandoned')),
  created_at timestamptz not null,
  sent_at timestamptz,
  -- who works on it next, and when: to send it while created, to read it while sent
  next_step_at timestamptz,
  attempts int not null default 0,
  -- an attempt was made whose end nobody knows: a later refusal proves nothing about it
  uncertain boolean not null default false,
  paypal_batch_id text unique,
  problem text,
  check ((state = 'sent') <= (paypal_batch_id is not null and sent_at is not null))
);
create index payout_batches_due on payout_batches (next_step_at) where next_step_at is not null;
create index payout_batches_newest on payout_batches (created_at desc, id desc);

alter table payouts
  add column batch_id uuid references payout_batches (id),
  -- PayPal's id and state of its item
  add column item_id text,
  add column item_state text,
  add column returned_at timestamptz,
  -- not handed over before this moment: PayPal refused the whole batch
  add column not_before timestamptz,
  -- handed over by itself: PayPal refused a batch without saying because of which item
  add column alone boolean not null default false;
create index payouts_batch on payouts (batch_id) where batch_id is not null;

-- While one is open nothing leaves.
create table payout_pauses (
  id uuid primary key,
  paused_at timestamptz not null,
  paused_by uuid not null references users (id),
  reason text not null,
  resumed_at timestamptz,
  resumed_by uuid references users (id),
  check ((resumed_at is null) = (resumed_by is null))
);
create unique index payout_pauses_one_open on payout_pauses ((true)) where resumed_at is null;

-- Large payouts leave when two people have looked at them.
create table payout_confirmations (
  payout_id uuid not null references payouts (id),
  admin_id uuid not null references users (id),
  confirmed_at timestamptz not null,
  primary key (payout_id, admin_id)
);
