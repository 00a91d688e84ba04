/**
 * The minimum for a transfer in one function: two balances in fixed order, and one row with the same two indexes. It
 * has no idempotency key, kinds or entries, so the difference is the cost of the ledger's guarantees.
 */
export const RAW_FUNCTION = `
  create schema raw;
  create table raw.accounts (id uuid primary key, balance bigint not null check (balance >= 0)) with (fillfactor = 70);
  create table raw.transfers (id uuid primary key, debit uuid not null, credit uuid not null,
    amount bigint not null check (amount > 0), occurred_at timestamptz not null);
  create index on raw.transfers (debit, occurred_at desc);
  create index on raw.transfers (credit, occurred_at desc);
  create function raw.transfer(p_id uuid, p_debit uuid, p_credit uuid, p_amount bigint, p_at timestamptz)
  returns text language plpgsql as $$
  begin
    perform 1 from raw.accounts where id in (p_debit, p_credit) order by id for no key update;
    update raw.accounts set balance = balance - p_amount where id = p_debit and balance >= p_amount;
    if not found then return 'insufficient'; end if;
    update raw.accounts set balance = balance + p_amount where id = p_credit;
    insert into raw.transfers values (p_id, p_debit, p_credit, p_amount, p_at);
    return 'posted';
  end $$;`;

/**
 * A reimplementation of pgledger's published design: text ids (a prefix and 26 base-32 digits of a time-ordered
 * uuid), numeric amounts, versioned accounts locked one by one in order, a check of each account after its change,
 * one transfer and two entries with the balance before and after, foreign keys everywhere, and the transfer read back
 * through a view.
 */
export const PGLEDGER_LIKE = `
  create schema like_pgledger;
  create function like_pgledger.base32(p_id uuid) returns text language plpgsql immutable as $$
  declare
    bits bit(130) := (b'00' || ('x' || replace(p_id::text, '-', ''))::bit(128))::bit(130);
    digits text := '';
  begin
    for i in 0..25 loop
      digits := digits || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substring(bits from i * 5 + 1 for 5)::bit(5)::int + 1, 1);
    end loop;
    return digits;
  end $$;
  create function like_pgledger.new_id(prefix text) returns text language sql volatile as
    $$ select prefix || '_' || like_pgledger.base32(uuid_v7()) $$;
  create table like_pgledger.accounts (
    id text primary key, name text not null, currency text not null, balance numeric not null default 0,
    version bigint not null default 0, allow_negative boolean not null, allow_positive boolean not null,
    metadata jsonb, created_at timestamptz not null default now(), updated_at timestamptz not null default now());
  create table like_pgledger.transfers (
    id text primary key default like_pgledger.new_id('pglt'),
    payer_id text not null references like_pgledger.accounts (id),
    payee_id text not null references like_pgledger.accounts (id),
    amount numeric not null, created_at timestamptz not null, event_at timestamptz not null, metadata jsonb,
    check (amount > 0 and payer_id <> payee_id));
  create index on like_pgledger.transfers (payer_id);
  create index on like_pgledger.transfers (payee_id);
  create index on like_pgledger.transfers (event_at);
  create view like_pgledger.transfers_view as select * from like_pgledger.transfers;
  create table like_pgledger.entries (
    id text primary key default like_pgledger.new_id('pgle'),
    account_id text not null references like_pgledger.accounts (id),
    transfer_id text not null references like_pgledger.transfers (id),
    amount numeric not null, balance_before numeric not null, balance_after numeric not null,
    account_version bigint not null, created_at timestamptz not null);
  create index on like_pgledger.entries (account_id);
  create index on like_pgledger.entries (transfer_id);
  create type like_pgledger.request as (payer_id text, payee_id text, amount numeric);
  create function like_pgledger.check_account(a like_pgledger.accounts) returns void language plpgsql as $$
  begin
    if not a.allow_negative and a.balance < 0 then raise exception 'account % is below zero', a.id; end if;
    if not a.allow_positive and a.balance > 0 then raise exception 'account % is above zero', a.id; end if;
  end $$;
  create function like_pgledger.transfer_all(requests like_pgledger.request[])
  returns setof like_pgledger.transfers_view language plpgsql as $$
  declare
    one like_pgledger.request;
    payer like_pgledger.accounts;
    payee like_pgledger.accounts;
    made text;
    all_made text[] := '{}';
    account text;
  begin
    for account in select distinct r.id from unnest(requests) q, unnest(array[q.payer_id, q.payee_id]) as r (id) order by 1 loop
      perform id from like_pgledger.accounts where id = account for update;
    end loop;
    foreach one in array requests loop
      update like_pgledger.accounts set balance = balance - one.amount, version = version + 1, updated_at = now()
        where id = one.payer_id returning * into payer;
      perform like_pgledger.check_account(payer);
      update like_pgledger.accounts set balance = balance + one.amount, version = version + 1, updated_at = now()
        where id = one.payee_id returning * into payee;
      perform like_pgledger.check_account(payee);
      if payer.currency <> payee.currency then raise exception 'currencies differ'; end if;
      insert into like_pgledger.transfers (payer_id, payee_id, amount, created_at, event_at)
        values (one.payer_id, one.payee_id, one.amount, now(), now()) returning id into made;
      all_made := all_made || made;
      insert into like_pgledger.entries
        (account_id, transfer_id, amount, balance_before, balance_after, account_version, created_at)
        values (payer.id, made, -one.amount, payer.balance + one.amount, payer.balance, payer.version, now());
      insert into like_pgledger.entries
        (account_id, transfer_id, amount, balance_before, balance_after, account_version, created_at)
        values (payee.id, made, one.amount, payee.balance - one.amount, payee.balance, payee.version, now());
    end loop;
    return query select * from like_pgledger.transfers_view v where v.id = any(all_made) order by v.id;
  end $$;
  create function like_pgledger.transfer(payer_id text, payee_id text, amount numeric)
  returns setof like_pgledger.transfers_view language plpgsql as $$
  begin
    return query select * from like_pgledger.transfer_all(array[(payer_id, payee_id, amount)::like_pgledger.request]);
  end $$;`;
