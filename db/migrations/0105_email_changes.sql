set local lock_timeout = '2s';
create table email_changes (
  user_id uuid primary key references users (id) on delete cascade,
  id uuid not null constraint email_changes_id unique,
  email text not null constraint email_changes_email_lower_case check (email = lower(email)),
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
comment on table email_changes is
  'The new email address that a person asked for. It replaces the old one when both mailboxes have confirmed it. Mailed '
  'links are rows of verifications whose value is the id here. Real time, like those.';
comment on column email_changes.id is 'New for each request, so that links of an earlier request confirm nothing.';
create index email_changes_expires_at on email_changes (expires_at);
grant select, insert, update, delete on email_changes to permille_app;
