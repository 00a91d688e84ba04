-- How often a person had platforms asked on the newest day (UTC) on which they did: what platforms allow is everybody's.
create table lookup_quotas (
  user_id uuid primary key references users (id),
  day date not null,
  lookups int not null check (lookups > 0)
);
