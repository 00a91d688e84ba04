set local lock_timeout = '2s';
-- An account owns listings, clips and money. A person acts for one or several. A personal account has its person's id,
-- so the ledger, the history and every link from before this migration stay valid.
create table accounts (
  id uuid not null constraint accounts_pkey primary key,
  kind text not null constraint accounts_kind_known check (kind in ('personal', 'organization')),
  name text not null,
  role text constraint accounts_role_known check (role in ('host', 'clipper', 'admin')),
  is_demo boolean not null default false,
  banned_at timestamptz,
  ban_reason text,
  payouts_allowed_at timestamptz,
  closed_at timestamptz,
  demo_changed_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  constraint accounts_payouts_allowed_when_banned check (payouts_allowed_at is null or banned_at is not null)
);
comment on table accounts is 'For whom people act: an account owns listings, clips, money, connections and keys.';
comment on column accounts.kind is 'A personal account has its person''s id and one member. An organization has several members.';
comment on column accounts.role is 'What the account does in the market; null until its person has chosen.';
comment on column accounts.payouts_allowed_at is
  'A banned clipper''s money is kept until the ban is lifted, or until an admin has reviewed it and allows its payout.';
comment on column accounts.closed_at is 'When the account was closed.';
comment on column accounts.demo_changed_at is
  'When a visitor last changed something with this demo account; null: not since it was seeded.';
comment on constraint accounts_payouts_allowed_when_banned on accounts is
  'Only a banned account''s money needs permission to be paid.';
create index accounts_closed on accounts (id) where closed_at is not null;
comment on index accounts_closed is 'Closed accounts are checked for remaining money.';
grant select, insert, update on accounts to permille_app;

create table members (
  account_id uuid not null constraint members_account_id_fkey references accounts (id) on delete cascade,
  user_id uuid not null constraint members_user_id_fkey references users (id) on delete cascade,
  role text not null constraint members_role_known check (role in ('owner')),
  created_at timestamptz not null default clock_timestamp(),
  constraint members_pkey primary key (account_id, user_id)
);
comment on table members is 'Who may act for an account. A personal account has one member, its owner.';
create index members_user_id on members (user_id);
comment on index members_user_id is 'The accounts for which a person may act.';
grant select, insert, update, delete on members to permille_app;

create function make_personal_account() returns trigger language plpgsql as $$
begin
  insert into accounts (id, kind, name, role, is_demo, banned_at, ban_reason, payouts_allowed_at, closed_at,
      demo_changed_at, created_at)
    values (new.id, 'personal', new.name, new.role, new.is_demo, new.banned_at, new.ban_reason,
      new.payouts_allowed_at, new.closed_at, new.demo_changed_at, new.created_at);
  insert into members (account_id, user_id, role, created_at) values (new.id, new.id, 'owner', new.created_at);
  return null;
end
$$;
comment on function make_personal_account is 'A person has an account from the first moment.';
create trigger make_personal_account after insert on users for each row execute function make_personal_account();

-- Release 0.3.0 stores what became facts of the account in the person's row. The two functions below copy them both
-- ways while processes of both releases run. They and the columns of users are dropped by a later release.
create function copy_to_account() returns trigger language plpgsql as $$
begin
  update accounts set name = new.name, role = new.role, is_demo = new.is_demo, banned_at = new.banned_at,
      ban_reason = new.ban_reason, payouts_allowed_at = new.payouts_allowed_at, closed_at = new.closed_at,
      demo_changed_at = new.demo_changed_at
    where id = new.id and kind = 'personal'
      and (name, role, is_demo, banned_at, ban_reason, payouts_allowed_at, closed_at, demo_changed_at)
        is distinct from (new.name, new.role, new.is_demo, new.banned_at, new.ban_reason, new.payouts_allowed_at,
          new.closed_at, new.demo_changed_at);
  return null;
end
$$;
comment on function copy_to_account is 'Copies what release 0.3.0 writes about a person to the personal account.';
create trigger copy_to_account
  after update of name, role, is_demo, banned_at, ban_reason, payouts_allowed_at, closed_at, demo_changed_at on users
  for each row execute function copy_to_account();

create function copy_to_person() returns trigger language plpgsql as $$
begin
  update users set name = new.name, role = new.role, is_demo = new.is_demo, banned_at = new.banned_at,
      ban_reason = new.ban_reason, payouts_allowed_at = new.payouts_allowed_at, closed_at = new.closed_at,
      demo_changed_at = new.demo_changed_at
    where id = new.id and new.kind = 'personal'
      and (name, role, is_demo, banned_at, ban_reason, payouts_allowed_at, closed_at, demo_changed_at)
        is distinct from (new.name, new.role, new.is_demo, new.banned_at, new.ban_reason, new.payouts_allowed_at,
          new.closed_at, new.demo_changed_at);
  return null;
end
$$;
comment on function copy_to_person is 'Copies what is written about a personal account to its person, where release 0.3.0 reads it.';
create trigger copy_to_person
  after update of name, role, is_demo, banned_at, ban_reason, payouts_allowed_at, closed_at, demo_changed_at on accounts
  for each row execute function copy_to_person();

insert into accounts (id, kind, name, role, is_demo, banned_at, ban_reason, payouts_allowed_at, closed_at,
    demo_changed_at, created_at)
  select id, 'personal', name, role, is_demo, banned_at, ban_reason, payouts_allowed_at, closed_at, demo_changed_at,
    created_at from users on conflict do nothing;
insert into members (account_id, user_id, role, created_at) select id, id, 'owner', created_at from users
  on conflict do nothing;
