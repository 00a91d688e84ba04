create type ledger_account_kind as enum (
  'clearing_test', 'clearing_bank', 'clearing_stripe', 'clearing_paypal', 'clearing_manual', 'clipper_owed',
  'platform_loss', 'platform_processor_fees', 'host', 'listing', 'clip_reserved', 'clipper_pending',
  'clipper_available', 'payout', 'platform_rounding', 'platform_suspense'
);
comment on type ledger_account_kind is
  'Kinds before ''host'' may be negative: clearing mirrors the outside; debts, losses and fees are negative by nature. '
  'No other account goes below zero. (Comparing the order of kinds is free; comparing with a list in every update is '
  'not.)';

create table ledger_accounts (
  kind ledger_account_kind not null,
  owner_id uuid not null,
  balance_micros bigint not null default 0,
  primary key (kind, owner_id),
  constraint ledger_accounts_not_below_zero check (balance_micros >= 0 or kind < 'host')
) with (fillfactor = 45);
comment on table ledger_accounts is
  'A kind and an owner identify an account: host:<user>, listing:<listing>, payout:<payout> … Platform and clearing '
  'accounts have the nil uuid as owner.';
comment on constraint ledger_accounts_not_below_zero on ledger_accounts is
  'Only clearing accounts, debts, losses and fees go below zero: the kinds before host.';
create index ledger_accounts_debts
  on ledger_accounts (balance_micros, owner_id) where kind = 'clipper_owed' and balance_micros < 0;
create index ledger_accounts_listing_balance
  on ledger_accounts (balance_micros desc, owner_id desc) where kind = 'listing';
revoke insert, update, delete on ledger_accounts from permille_app;

create table ledger_entries (
  id uuid not null,
  key text not null,
  request_hash bytea not null,
  kind text not null,
  occurred_at timestamptz not null,
  recorded_at timestamptz not null default clock_timestamp(),
  constraint ledger_entries_key primary key (key)
);
comment on table ledger_entries is 'One entry per idempotency key; its transfers are the lines.';
revoke insert, update, delete on ledger_entries from permille_app;

create table ledger_transfers (
  entry_id uuid not null,
  line int not null,
  kind text not null,
  debit_kind ledger_account_kind not null,
  debit_owner_id uuid not null,
  credit_kind ledger_account_kind not null,
  credit_owner_id uuid not null,
  amount_micros bigint not null constraint ledger_transfers_amount_micros_positive check (amount_micros > 0),
  subject_id uuid not null,
  occurred_at timestamptz not null,
  primary key (entry_id, line),
  constraint ledger_transfers_two_accounts check (debit_kind <> credit_kind or debit_owner_id <> credit_owner_id)
);
comment on table ledger_transfers is
  'No foreign key: ledger_post is the only writer and writes the entry first, and the check would cost a fifth of each '
  'line.';
comment on column ledger_transfers.subject_id is
  'The reason for the movement: a deposit, listing, submission, hold or payout.';
comment on constraint ledger_transfers_two_accounts on ledger_transfers is 'Money moves between two accounts.';
create index ledger_transfers_credit on ledger_transfers (credit_owner_id, credit_kind, occurred_at desc);
create index ledger_transfers_debit on ledger_transfers (debit_owner_id, debit_kind, occurred_at desc);
revoke insert, update, delete on ledger_transfers from permille_app;

create table reconciliations (
  id uuid primary key,
  night timestamptz unique,
  asked_by uuid references users (id) on delete set null,
  started_at timestamptz not null,
  finished_at timestamptz,
  invariants jsonb not null default '[]',
  broken int not null default 0
);
comment on table reconciliations is
  'The results of the ledger''s invariants, each time they were checked: every night, and on an admin''s request.';
comment on column reconciliations.night is 'The night of the check; null when an admin requested it.';
comment on column reconciliations.finished_at is
  'Null while invariants remain to be checked: another process continues the check of a stopped one.';
comment on column reconciliations.invariants is 'A list of {"name", "ok", "detail"}, in the order of the checks.';
create index reconciliations_newest on reconciliations (started_at desc, id desc);

create function ledger_lock(p_kinds ledger_account_kind[], p_owners uuid[])
  returns void language plpgsql security definer set search_path = public, pg_temp set random_page_cost = 1.1 as $$
begin
  perform 1 from ledger_accounts a
    join (select distinct * from unnest(p_kinds, p_owners) as named (kind, owner_id)) n
      on a.kind = n.kind and a.owner_id = n.owner_id
    order by a.kind, a.owner_id for no key update of a;
end $$;
comment on function ledger_lock is
  'Locks accounts until the end of the transaction, always in the same order. A caller that computes amounts from '
  'balances must lock in an earlier statement: one statement that locks and computes still sees the balances from '
  'before its wait.';
revoke execute on function ledger_lock from public;
grant execute on function ledger_lock to permille_app;

create function ledger_seen(p_key text, p_request_hash bytea) returns text language sql stable as $$
  select case when request_hash = p_request_hash then 'replayed' else 'key_reused' end
  from ledger_entries where key = p_key
$$;
comment on function ledger_seen is
  'The meaning of a used key: ''replayed'' for the same request, ''key_reused'' for another one.';
revoke execute on function ledger_seen from public;

create function ledger_open(p_kind ledger_account_kind, p_owner uuid, p_change bigint)
  returns boolean language plpgsql as $$
begin
  if p_change < 0 and p_kind >= 'host' then return false; end if;
  insert into ledger_accounts as a (kind, owner_id, balance_micros) values (p_kind, p_owner, p_change)
    on conflict (kind, owner_id) do update set balance_micros = a.balance_micros + excluded.balance_micros;
  return true;
end $$;
comment on function ledger_open is
  'Opens an account with its first amount; false for a debit of an account that may not be negative.';
revoke execute on function ledger_open from public;

create function ledger_transfer(
  p_entry_id uuid, p_key text, p_request_hash bytea, p_kind text, p_occurred_at timestamptz,
  p_debit_kind ledger_account_kind, p_debit_owner uuid, p_credit_kind ledger_account_kind, p_credit_owner uuid,
  p_amount bigint, p_subject uuid
) returns text language plpgsql security definer set search_path = public, pg_temp as $$
declare
  credit_first boolean := (p_credit_kind, p_credit_owner) < (p_debit_kind, p_debit_owner);
begin
  insert into ledger_entries (id, key, request_hash, kind, occurred_at)
    values (p_entry_id, p_key, p_request_hash, p_kind, p_occurred_at)
    on conflict on constraint ledger_entries_key do nothing;
  if not found then return ledger_seen(p_key, p_request_hash); end if;

  if credit_first then
    update ledger_accounts set balance_micros = balance_micros + p_amount
      where kind = p_credit_kind and owner_id = p_credit_owner;
    if not found then perform ledger_open(p_credit_kind, p_credit_owner, p_amount); end if;
  end if;

  update ledger_accounts set balance_micros = balance_micros - p_amount
    where kind = p_debit_kind and owner_id = p_debit_owner and (balance_micros >= p_amount or p_debit_kind < 'host');
  if not found and not ledger_open(p_debit_kind, p_debit_owner, -p_amount) then
    if credit_first then
      update ledger_accounts set balance_micros = balance_micros - p_amount
        where kind = p_credit_kind and owner_id = p_credit_owner;
    end if;
    delete from ledger_entries where key = p_key;
    return 'insufficient';
  end if;

  if not credit_first then
    update ledger_accounts set balance_micros = balance_micros + p_amount
      where kind = p_credit_kind and owner_id = p_credit_owner;
    if not found then perform ledger_open(p_credit_kind, p_credit_owner, p_amount); end if;
  end if;

  insert into ledger_transfers
    (entry_id, line, kind, debit_kind, debit_owner_id, credit_kind, credit_owner_id, amount_micros, subject_id, occurred_at)
  values (p_entry_id, 1, p_kind, p_debit_kind, p_debit_owner, p_credit_kind, p_credit_owner, p_amount, p_subject,
    p_occurred_at);
  return 'posted';
end $$;
comment on function ledger_transfer is
  'ledger_post for a single transfer, which most entries are: two guarded updates in the order of the locks, no sets (a '
  'fifth of its cost). Returns the same as ledger_post.';
revoke execute on function ledger_transfer from public;
grant execute on function ledger_transfer to permille_app;

create function ledger_post(
  p_entry_id uuid, p_key text, p_request_hash bytea, p_kind text, p_occurred_at timestamptz,
  p_debit_kinds ledger_account_kind[], p_debit_owners uuid[],
  p_credit_kinds ledger_account_kind[], p_credit_owners uuid[],
  p_amounts bigint[], p_subjects uuid[]
) returns text language plpgsql security definer set search_path = public, pg_temp set random_page_cost = 1.1 as $$
begin
  insert into ledger_entries (id, key, request_hash, kind, occurred_at)
    values (p_entry_id, p_key, p_request_hash, p_kind, p_occurred_at)
    on conflict on constraint ledger_entries_key do nothing;
  if not found then return ledger_seen(p_key, p_request_hash); end if;

  perform 1 from ledger_accounts a
    join (select unnest(p_debit_kinds) as kind, unnest(p_debit_owners) as owner_id
          union select unnest(p_credit_kinds), unnest(p_credit_owners)) t
      on a.kind = t.kind and a.owner_id = t.owner_id
    order by a.kind, a.owner_id for no key update of a;

  -- Nobody else can lower these balances now. An account that does not exist holds nothing.
  perform 1 from (
      select kind, owner_id, sum(change)::bigint as change
      from (select unnest(p_debit_kinds) as kind, unnest(p_debit_owners) as owner_id, -unnest(p_amounts) as change
            union all select unnest(p_credit_kinds), unnest(p_credit_owners), unnest(p_amounts)) both_sides
      group by kind, owner_id
    ) c
    left join ledger_accounts a on a.kind = c.kind and a.owner_id = c.owner_id
    where c.change < 0 and coalesce(a.balance_micros, 0) + c.change < 0 and c.kind >= 'host'
    limit 1;
  if found then
    delete from ledger_entries where key = p_key;
    return 'insufficient';
  end if;

  with lines as (
    select * from unnest(p_debit_kinds, p_debit_owners, p_credit_kinds, p_credit_owners, p_amounts, p_subjects)
      with ordinality as l (debit_kind, debit_owner_id, credit_kind, credit_owner_id, amount_micros, subject_id, line)
  ), written as (
    insert into ledger_transfers
      (entry_id, line, kind, debit_kind, debit_owner_id, credit_kind, credit_owner_id, amount_micros, subject_id, occurred_at)
    select p_entry_id, line, p_kind, debit_kind, debit_owner_id, credit_kind, credit_owner_id, amount_micros, subject_id, p_occurred_at
    from lines
  ), changes as (
    select kind, owner_id, sum(change)::bigint as change
    from (select debit_kind as kind, debit_owner_id as owner_id, -amount_micros as change from lines
          union all select credit_kind, credit_owner_id, amount_micros from lines) both_sides
    group by kind, owner_id
  ), present as (
    update ledger_accounts a set balance_micros = a.balance_micros + c.change
    from changes c where a.kind = c.kind and a.owner_id = c.owner_id
    returning a.kind, a.owner_id
  )
  insert into ledger_accounts as a (kind, owner_id, balance_micros)
    select c.kind, c.owner_id, c.change from changes c
    where not exists (select 1 from present p where p.kind = c.kind and p.owner_id = c.owner_id)
    order by c.kind, c.owner_id
    on conflict (kind, owner_id) do update set balance_micros = a.balance_micros + excluded.balance_micros;
  return 'posted';
end $$;
comment on function ledger_post is
  'With ledger_transfer the only writer of the ledger. Returns ''posted'', ''replayed'' (the same key with the same '
  'request: nothing moved again), ''key_reused'' (the same key with another request) or ''insufficient'' (an account '
  'would go below zero: nothing moved). Accounts are locked in one order, in a separate statement, before anything is '
  'computed: two posts can neither deadlock nor overspend. No exception block: a subtransaction per post costs more '
  'than reading the balances. The planner is forced to find accounts by key in memory: reading all of them for fifty '
  'lines took twice as long.';
revoke execute on function ledger_post from public;
grant execute on function ledger_post to permille_app;
