create table support_messages (
  id uuid primary key,
  user_id uuid references users (id) on delete set null,
  name text not null constraint support_messages_name_not_empty check (name <> ''),
  email text not null constraint support_messages_email_not_empty check (email <> ''),
  category text not null
    constraint support_messages_category_known check (category in ('billing', 'account', 'bug', 'feedback')),
  message text not null constraint support_messages_message_not_empty check (message <> ''),
  created_at timestamptz not null,
  state text not null default 'open'
    constraint support_messages_state_known check (state in ('open', 'answered', 'closed'))
);
comment on table support_messages is 'What people write to the support.';
comment on column support_messages.user_id is
  'Who was signed in when writing; the message stays when the account goes.';
create index support_messages_email on support_messages (email, created_at desc);
create index support_messages_state on support_messages (state, created_at, id);
comment on index support_messages_state is 'The inbox: what is open is few whatever the archive holds.';

create table support_answers (
  id uuid primary key,
  message_id uuid not null references support_messages (id) on delete cascade,
  admin_id uuid not null references users (id),
  text text not null constraint support_answers_text_not_empty check (text <> ''),
  created_at timestamptz not null
);
comment on table support_answers is 'What admins answered by mail.';
create index support_answers_message on support_answers (message_id, created_at);

create table takedown_requests (
  id uuid primary key,
  user_id uuid references users (id) on delete set null,
  name text not null constraint takedown_requests_name_not_empty check (name <> ''),
  email text not null constraint takedown_requests_email_not_empty check (email <> ''),
  on_behalf_of text constraint takedown_requests_on_behalf_of_not_empty check (on_behalf_of <> ''),
  url text not null constraint takedown_requests_url_format check (url ~ '^https?://'),
  work text not null constraint takedown_requests_work_not_empty check (work <> ''),
  signature text not null constraint takedown_requests_signature_not_empty check (signature <> ''),
  created_at timestamptz not null,
  handled_at timestamptz,
  handled_by uuid references users (id),
  handled_note text,
  constraint takedown_requests_handled
    check ((handled_at is null) = (handled_by is null) and (handled_at is null) = (handled_note is null))
);
comment on table takedown_requests is 'Requests to take a clip or a source down.';
comment on column takedown_requests.user_id is
  'Who was signed in when writing; the request stays when the account goes.';
comment on column takedown_requests.signature is 'Both statements were made with it, or it was not taken.';
comment on constraint takedown_requests_handled on takedown_requests is
  'Who handled it, when and how are known together.';
create index takedown_requests_email on takedown_requests (email, created_at desc);
create index takedown_requests_handled on takedown_requests (created_at desc, id desc) where handled_at is not null;
create index takedown_requests_open on takedown_requests (created_at, id) where handled_at is null;

create table admin_agreements (
  action text not null,
  subject_id uuid not null,
  admin_id uuid not null references users (id),
  terms text not null,
  summary text not null,
  amount_micros bigint not null constraint admin_agreements_amount_micros_positive check (amount_micros > 0),
  agreed_at timestamptz not null,
  carried_out_at timestamptz,
  primary key (action, subject_id, admin_id)
);
comment on table admin_agreements is
  'Acts above a sum take two admins. The first one''s word is kept here until a second one does exactly the same.';
comment on column admin_agreements.subject_id is 'The deposit, clip, person, listing or payout it is about.';
comment on column admin_agreements.terms is
  'What exactly was agreed to; another amount or reference is another matter.';
comment on column admin_agreements.summary is 'One sentence for the other admins.';
comment on column admin_agreements.carried_out_at is 'Set when a second admin has done it.';
create index admin_agreements_open on admin_agreements (agreed_at) where carried_out_at is null;
