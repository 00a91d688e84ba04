create table payout_addresses (
  user_id uuid primary key references users (id) on delete cascade,
  email text not null,
  usable_at timestamptz not null,
  set_at timestamptz not null
);
comment on table payout_addresses is 'The Payment Email, to which a person''s payouts go.';
comment on column payout_addresses.usable_at is
  'A changed address, and a first one after earnings, waits 24 hours before it receives money.';

create table payout_countries (
  user_id uuid primary key references users (id),
  country text not null constraint payout_countries_country_format check (country ~ '^[A-Z]{2}$'),
  set_at timestamptz not null
);
comment on table payout_countries is
  'The country in which a person is paid: whether the product may pay there, and for the year''s tax report. Kept when '
  'an account closes, because reports are due later.';

create table payout_batches (
  id uuid primary key,
  state text not null
    constraint payout_batches_state_known check (state in ('created', 'sent', 'refused', 'closed', 'abandoned')),
  created_at timestamptz not null,
  sent_at timestamptz,
  next_step_at timestamptz,
  attempts int not null default 0,
  uncertain boolean not null default false,
  paypal_batch_id text unique,
  problem text,
  constraint payout_batches_sent check ((state = 'sent') <= (paypal_batch_id is not null and sent_at is not null))
);
comment on table payout_batches is
  'Payouts that were handed to PayPal together. The id is the sender_batch_id: it is stored before the call and never '
  'reused for other content, so a retry after a lost reply can''t pay twice. PayPal remembers such an id for 30 days.';
comment on column payout_batches.next_step_at is 'When it is worked on next: sent while created, read while sent.';
comment on column payout_batches.uncertain is 'An attempt has an unknown outcome: a later refusal proves nothing about it.';
comment on constraint payout_batches_sent on payout_batches is 'A batch that was sent has PayPal''s id.';
create index payout_batches_due on payout_batches (next_step_at) where next_step_at is not null;
create index payout_batches_newest on payout_batches (created_at desc, id desc);

create table payouts (
  id uuid primary key,
  clipper_id uuid not null references users (id),
  cause text not null constraint payouts_cause_known check (cause in ('withdrawal', 'weekly', 'closing')),
  amount_micros bigint not null
    constraint payouts_amount_micros_whole_cents check (amount_micros > 0 and amount_micros % 10000 = 0),
  destination text not null,
  rail text not null default 'manual' constraint payouts_rail_known check (rail in ('manual', 'paypal')),
  state text not null
    constraint payouts_state_known
      check (state in ('requested', 'processing', 'paid', 'failed', 'canceled', 'returned')),
  requested_at timestamptz not null,
  processing_at timestamptz,
  finished_at timestamptz,
  due_at timestamptz not null,
  reference text,
  failure text,
  batch_id uuid references payout_batches (id),
  item_id text,
  item_state text,
  returned_at timestamptz,
  not_before timestamptz,
  alone boolean not null default false,
  late_notified_at timestamptz,
  constraint payouts_paid_reference check (state <> 'paid' or reference is not null)
);
comment on table payouts is
  'Money paid to a clipper. Several payouts of a person may be on their way at once: each is taken from the balance '
  'under its lock, so together they never exceed it.';
comment on column payouts.cause is 'closing: an account is closed and pays out its remaining whole cents.';
comment on column payouts.item_id is 'PayPal''s id and state of its item.';
comment on column payouts.not_before is 'Not handed over before this moment: PayPal refused the whole batch.';
comment on column payouts.alone is 'Handed over in a separate batch: PayPal refused a batch without naming the item.';
comment on column payouts.late_notified_at is
  'When the operator and the clipper were notified that the payout is late; once.';
comment on constraint payouts_paid_reference on payouts is 'A payment has its reference.';
create index payouts_batch on payouts (batch_id) where batch_id is not null;
create index payouts_clipper on payouts (clipper_id, requested_at desc, id desc);
create index payouts_finished
  on payouts (requested_at desc, id desc) where state in ('paid', 'failed', 'canceled', 'returned');
create index payouts_finished_amount on payouts (amount_micros, id)
  where state in ('paid', 'failed', 'canceled', 'returned');
comment on index payouts_finished_amount is 'Finished payouts by amount; the open ones are few and sorted.';
create index payouts_id_end on payouts (right(id::text, 8));
comment on index payouts_id_end is 'The last eight characters of the id, which pages and logs show.';
create index payouts_queue on payouts (requested_at, id) where state in ('requested', 'processing');
create index payouts_reference on payouts (reference) where reference is not null;
comment on index payouts_reference is 'Finds a payout by PayPal''s or the bank''s reference.';

create table payout_accruals (
  payout_id uuid not null references payouts (id),
  submission_id uuid not null,
  entry_id uuid not null,
  amount_micros bigint not null constraint payout_accruals_amount_micros_positive check (amount_micros > 0),
  replaced_micros bigint not null default 0,
  linked_at timestamptz not null,
  freed_at timestamptz,
  primary key (payout_id, submission_id, entry_id),
  constraint payout_accruals_replaced check (replaced_micros between 0 and amount_micros)
);
comment on table payout_accruals is
  'The steps that a payout consists of. While it is on its way or paid, its parts that are not replaced add up to its '
  'amount.';
comment on column payout_accruals.replaced_micros is
  'The step was reversed after it had been paid out, and later earnings repaid this much of it. Those earnings are parts of '
  'the payout instead.';
comment on column payout_accruals.freed_at is
  'The payout was canceled, failed or was returned: the money is available again.';
comment on constraint payout_accruals_replaced on payout_accruals is 'At most the whole part is replaced.';
create index payout_accruals_step on payout_accruals (submission_id, entry_id);

create table payout_account_checks (
  payout_id uuid primary key references payouts (id) on delete cascade,
  checked_at timestamptz not null,
  again_at timestamptz not null,
  problem text,
  problem_since timestamptz,
  constraint payout_account_checks_problem_since check ((problem is null) = (problem_since is null))
);
comment on table payout_account_checks is
  'Before a payout, the platforms are asked whether the accounts that earned it are still the clipper''s.';
comment on column payout_account_checks.problem is
  'Why it waits, in words for the clipper; null: every account is still theirs.';
comment on column payout_account_checks.problem_since is 'The beginning of the present problem, without a break.';
comment on constraint payout_account_checks_problem_since on payout_account_checks is 'A problem has its beginning.';
create index payout_account_checks_again on payout_account_checks (again_at);

create table payout_late_statuses (
  payout_id uuid primary key references payouts (id) on delete cascade,
  item_state text not null,
  reported_at timestamptz not null,
  resolved_at timestamptz,
  resolved_by uuid references users (id),
  constraint payout_late_statuses_resolved check ((resolved_at is null) = (resolved_by is null))
);
comment on table payout_late_statuses is
  'PayPal''s statuses of a payout after a person had decided it. They move nothing: an operator must review them.';
comment on column payout_late_statuses.item_state is 'PayPal''s newest state of its item.';
comment on constraint payout_late_statuses_resolved on payout_late_statuses is
  'Person and time of the resolution are set together.';
create index payout_late_statuses_open on payout_late_statuses (reported_at) where resolved_at is null;

create table payout_pauses (
  id uuid primary key,
  paused_at timestamptz not null,
  paused_by uuid not null references users (id),
  reason text not null,
  resumed_at timestamptz,
  resumed_by uuid references users (id),
  constraint payout_pauses_resumed check ((resumed_at is null) = (resumed_by is null))
);
comment on table payout_pauses is 'While a pause is open, no payout is sent.';
comment on constraint payout_pauses_resumed on payout_pauses is 'Person and time of the resumption are set together.';
create unique index payout_pauses_one_open on payout_pauses ((true)) where resumed_at is null;
comment on index payout_pauses_one_open is 'At most one pause is open.';

create table payout_runs (
  due_at timestamptz primary key,
  ran_at timestamptz not null,
  payouts int not null
);
comment on table payout_runs is 'The weekly run happens once per Monday 09:00 UTC.';
