-- How often a person had platforms asked on the newest day (UTC) on which they did: what platforms allow is everybody's.
create table person_looks (
  user_id uuid primary key references users (id),
  day date not null,
  looks int not null check (looks > 0)
);
