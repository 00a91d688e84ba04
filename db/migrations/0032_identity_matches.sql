-- One mailbox, however it is written: without letter case, what stands behind a plus sign, and Gmail's dots.
create function email_mark(address text) returns text language sql immutable strict parallel safe as $$
  select case when domain in ('gmail.com', 'googlemail.com') then replace(box, '.', '') || '@gmail.com'
    else box || '@' || domain end
  from (select split_part(split_part(lower(trim(address)), '@', 1), '+', 1) as box,
    split_part(lower(trim(address)), '@', 2) as domain) parts
$$;

-- Who paid, as the processor knows them.
alter table card_payments add column payer_email text;

-- Host and clipper of a listing look like one person. Nothing of theirs is paid before an admin has looked.
create table identity_matches (
  id uuid primary key,
  host_id uuid not null references users (id),
  clipper_id uuid not null references users (id),
  signal text not null check (signal in ('payout_address', 'account_email', 'card')),
  -- what was found, as a sentence for admins; addresses are masked
  evidence text not null,
  found_at timestamptz not null,
  -- an admin looked and let it pass: this signal holds nothing of the two any more
  cleared_at timestamptz,
  cleared_by uuid references users (id),
  unique (host_id, clipper_id, signal)
);

alter table fraud_holds add column identity_match_id uuid references identity_matches (id);
create index fraud_holds_identity on fraud_holds (identity_match_id) where identity_match_id is not null;
