create table saved_filters (
  id uuid primary key,
  admin_id uuid not null references users (id) on delete cascade,
  view text not null,
  name text not null constraint saved_filters_name_length check (length(name) between 1 and 40),
  query text not null constraint saved_filters_query_length check (length(query) between 1 and 500),
  created_at timestamptz not null,
  constraint saved_filters_one_name unique (admin_id, view, name)
);
comment on table saved_filters is 'Search, filters and order of a view of the admin panel that one admin has named, to open it so again.';
comment on column saved_filters.query is 'Of the view''s address, without the question mark.';
comment on constraint saved_filters_one_name on saved_filters is 'A name of an admin is one list.';
grant select, insert, update, delete on saved_filters to permille_app;
