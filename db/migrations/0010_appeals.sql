create table appeals (
  id uuid primary key,
  submission_id uuid not null references submissions (id),
  listing_id uuid not null references listings (id),
  clipper_id uuid not null references users (id),
  fraud_hold_id uuid references fraud_holds (id),
  text text not null constraint appeals_text_length check (length(text) between 1 and 1000),
  state text not null default 'open'
    constraint appeals_state_known check (state in ('open', 'escalated', 'overturned', 'dismissed')),
  opened_at timestamptz not null,
  decide_by timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references users (id),
  note text constraint appeals_note_length check (length(note) <= 500),
  constraint appeals_decided check ((state in ('overturned', 'dismissed')) = (decided_at is not null))
);
comment on table appeals is 'A clipper asks once that a rejection (fraud_hold_id null) or a hold is looked at again.';
comment on column appeals.decided_by is 'Null: decided by time, or by what was counted since.';
comment on constraint appeals_decided on appeals is 'A decided appeal has the moment of its decision.';
create index appeals_live on appeals (listing_id) where state in ('open', 'escalated');
create unique index appeals_one_per_fraud_hold on appeals (fraud_hold_id) where fraud_hold_id is not null;
comment on index appeals_one_per_fraud_hold is 'A hold is appealed once.';
create unique index appeals_one_per_rejection on appeals (submission_id) where fraud_hold_id is null;
comment on index appeals_one_per_rejection is 'A rejection is appealed once.';
create index appeals_queue on appeals (id desc);
create index appeals_submission on appeals (submission_id, opened_at desc);
