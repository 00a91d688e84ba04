-- A released step that fraud takes back is 'reversed' and keeps when it was released.
alter table accruals drop constraint accruals_check1;
alter table accruals add constraint accruals_released_at
  check (case state when 'pending' then released_at is null when 'released' then released_at is not null else true end);
alter table accruals add column reversed_at timestamptz;
create index ledger_accounts_debts on ledger_accounts (balance_micros, owner_id)
  where kind = 'clipper_owed' and balance_micros < 0;
