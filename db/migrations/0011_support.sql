create table support_messages (
  id uuid primary key,
  -- who was signed in when writing; the message stays when the account goes
  user_id uuid references users (id) on delete set null,
  name text not null check (name <> ''),
  email text not null check (email <> ''),
  category text not null check (category in ('billing', 'account', 'bug_report', 'feedback')),
  message text not null check (message <> ''),
  created_at timestamptz not null
);
create index support_messages_email on support_messages (email, created_at desc);
