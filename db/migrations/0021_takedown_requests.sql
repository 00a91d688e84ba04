create table takedown_requests (
  id uuid primary key,
  -- who was signed in when writing; the request stays when the account goes
  user_id uuid references users (id) on delete set null,
  name text not null check (name <> ''),
  email text not null check (email <> ''),
  on_behalf_of text check (on_behalf_of <> ''),
  url text not null check (url ~ '^https?://'),
  work text not null check (work <> ''),
  -- both statements were made with it, or it was not taken
  signature text not null check (signature <> ''),
  created_at timestamptz not null,
  handled_at timestamptz,
  handled_by uuid references users (id),
  handled_note text,
  check ((handled_at is null) = (handled_by is null) and (handled_at is null) = (handled_note is null))
);
create index takedown_requests_open on takedown_requests (created_at, id) where handled_at is null;
create index takedown_requests_handled on takedown_requests (created_at desc, id desc) where handled_at is not null;
create index takedown_requests_email on takedown_requests (email, created_at desc);
