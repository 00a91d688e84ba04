-- A clipper asks once that a rejection (fraud_hold_id null) or a hold is looked at again.
create table appeals (
  id uuid primary key,
  submission_id uuid not null references submissions (id),
  listing_id uuid not null references listings (id),
  clipper_id uuid not null references users (id),
  fraud_hold_id uuid references fraud_holds (id),
  text text not null check (length(text) between 1 and 1000),
  state text not null default 'open' check (state in ('open', 'escalated', 'overturned', 'dismissed')),
  opened_at timestamptz not null,
  decide_by timestamptz not null,
  decided_at timestamptz,
  -- null: decided by time, or by what was counted since
  decided_by uuid references users (id),
  note text check (length(note) <= 500),
  check ((state in ('overturned', 'dismissed')) = (decided_at is not null))
);
create unique index appeals_one_per_rejection on appeals (submission_id) where fraud_hold_id is null;
create unique index appeals_one_per_fraud_hold on appeals (fraud_hold_id) where fraud_hold_id is not null;
create index appeals_submission on appeals (submission_id, opened_at desc);
create index appeals_live on appeals (listing_id) where state in ('open', 'escalated');
create index appeals_queue on appeals (id desc);

alter table fraud_holds
  -- an upheld hold that is looked at again because of an appeal
  add column reopened_at timestamptz,
  -- of the views it excludes, those that could have been paid
  add column excluded_eligible bigint check (excluded_eligible >= 0);

-- 'appealed': rejected, and under appeal; it earns nothing, and what it would earn waits in its reserve
alter table clip_earnings drop constraint clip_earnings_state_check;
alter table clip_earnings add constraint clip_earnings_state_check
  check (state in ('accruing', 'stopped', 'finished', 'appealed'));
create index clip_earnings_appealed on clip_earnings (listing_id, clipper_id) where state = 'appealed';

create index submissions_appealable on submissions (listing_id, decided_at) where status = 'rejected';
