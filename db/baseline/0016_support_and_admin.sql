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
comment on table support_messages is 'Messages of people to the support.';
comment on column support_messages.user_id is
  'The person who was signed in when writing; the message is kept when the account is deleted.';
create index support_messages_email on support_messages (email, created_at desc);
create index support_messages_state on support_messages (state, created_at, id);
comment on index support_messages_state is 'The inbox: open messages are few, whatever the archive holds.';

create table support_answers (
  id uuid primary key,
  message_id uuid not null references support_messages (id) on delete cascade,
  admin_id uuid not null references users (id),
  text text not null constraint support_answers_text_not_empty check (text <> ''),
  created_at timestamptz not null
);
comment on table support_answers is 'Admins'' answers by mail.';
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
  'The person who was signed in when writing; the request is kept when the account is deleted.';
comment on column takedown_requests.signature is 'The signature under both statements, without which it is not accepted.';
comment on constraint takedown_requests_handled on takedown_requests is
  'Person, time and result of the handling are set together.';
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
  expired_at timestamptz,
  primary key (action, subject_id, admin_id)
);
comment on table admin_agreements is
  'Acts above a sum take two admins. The first one''s agreement is kept here until a second one does exactly the same.';
comment on column admin_agreements.subject_id is 'The deposit, clip, person, listing or payout that it is about.';
comment on column admin_agreements.terms is
  'The exact terms of the agreement; another amount or reference is another matter.';
comment on column admin_agreements.summary is 'One sentence for the other admins.';
comment on column admin_agreements.carried_out_at is 'When a second admin did it.';
comment on column admin_agreements.expired_at is
  'When it expired without a second admin, or the matter was decided on other terms.';
create index admin_agreements_open on admin_agreements (agreed_at) where carried_out_at is null;
create index admin_agreements_waiting on admin_agreements (agreed_at) where carried_out_at is null and expired_at is null;
comment on index admin_agreements_waiting is 'Agreements that still wait for a second admin.';

create table admin_money_acts (
  id uuid primary key,
  act_id uuid not null,
  kind text not null constraint admin_money_acts_kind_not_empty check (kind <> ''),
  subject_id uuid not null,
  admin_id uuid not null references users (id),
  second_admin_id uuid references users (id),
  account_id uuid references users (id),
  amount_micros bigint not null constraint admin_money_acts_amount_micros_positive check (amount_micros > 0),
  acted_at timestamptz not null,
  constraint admin_money_acts_two_people check (second_admin_id <> admin_id),
  constraint admin_money_acts_not_for_oneself check (account_id <> admin_id and account_id <> second_admin_id)
);
comment on table admin_money_acts is
  'Every act by which an admin moved or freed money. Append-only: sums over it decide whether the next act takes two '
  'admins.';
comment on column admin_money_acts.act_id is 'One act that benefits several accounts has a row for each.';
comment on column admin_money_acts.kind is 'A kind of contract/admin/money-acts.ts.';
comment on column admin_money_acts.subject_id is 'The deposit, refund, clip, payout, listing, suspense item or person.';
comment on column admin_money_acts.second_admin_id is 'The admin who had agreed before; null: one admin acted alone.';
comment on column admin_money_acts.account_id is 'The host or clipper who benefits; null: nobody on this platform.';
comment on constraint admin_money_acts_two_people on admin_money_acts is 'Two admins are two people.';
comment on constraint admin_money_acts_not_for_oneself on admin_money_acts is 'Nobody decides on their own money.';
create index admin_money_acts_account on admin_money_acts (account_id, acted_at) where account_id is not null;
create index admin_money_acts_admin on admin_money_acts (admin_id, acted_at);
create index admin_money_acts_subject on admin_money_acts (subject_id, kind);
revoke update, delete on admin_money_acts from permille_app;

create table saved_filters (
  id uuid primary key,
  admin_id uuid not null references users (id) on delete cascade,
  view text not null,
  name text not null constraint saved_filters_name_length check (length(name) between 1 and 40),
  query text not null constraint saved_filters_query_length check (length(query) between 1 and 500),
  created_at timestamptz not null,
  constraint saved_filters_one_name unique (admin_id, view, name)
);
comment on table saved_filters is 'Search, filters and order of a view of the admin panel that an admin saved under a name.';
comment on column saved_filters.query is 'The query of the view''s URL, without the question mark.';
comment on constraint saved_filters_one_name on saved_filters is 'An admin''s names are unique.';
grant select, insert, update, delete on saved_filters to permille_app;

create table record_signing_keys (
  id uuid not null,
  kid text not null,
  public_jwk jsonb not null,
  private_sealed text,
  made_at timestamptz not null,
  retired_at timestamptz,
  constraint record_signing_keys_pkey primary key (id),
  constraint record_signing_keys_kid_once unique (kid),
  constraint record_signing_keys_signs_until_retired check ((private_sealed is null) = (retired_at is not null))
);
comment on table record_signing_keys is
  'Keys that sign verified records. A retired key keeps its public part, which still verifies its signatures.';
create unique index record_signing_keys_one_signs on record_signing_keys ((true)) where retired_at is null;
comment on index record_signing_keys_one_signs is 'If two processes make a key at the same time, only one is stored.';

create table verified_records (
  id uuid not null,
  clipper_id uuid not null,
  shares_earnings boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint verified_records_pkey primary key (id),
  constraint verified_records_clipper foreign key (clipper_id) references users on delete cascade,
  constraint verified_records_expires_later check (expires_at > created_at)
);
comment on table verified_records is
  'Records that clippers share at present. A signed record without a row is revoked, so none is kept after its end.';
create index verified_records_clipper on verified_records (clipper_id, created_at desc);
comment on index verified_records_clipper is 'A clipper''s own records, newest first.';
create index verified_records_expires on verified_records (expires_at);
comment on index verified_records_expires is 'Records that are to be deleted.';
