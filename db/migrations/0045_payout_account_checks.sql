-- Before money leaves, the accounts that earned it are asked for once more: whose are they?
create table payout_account_checks (
  payout_id uuid primary key references payouts (id) on delete cascade,
  checked_at timestamptz not null,
  again_at timestamptz not null,
  -- why it waits, in words for its clipper; null: every account is still theirs
  problem text,
  -- since when there is one without a break
  problem_since timestamptz,
  check ((problem is null) = (problem_since is null))
);
create index payout_account_checks_again on payout_account_checks (again_at);
