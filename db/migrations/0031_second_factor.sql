-- A code from an authenticator app (RFC 6238), asked of an admin after the password. Real time, like sessions.
create table second_factors (
  user_id uuid primary key references users (id) on delete cascade,
  secret_sealed text not null,
  -- null until a first code has shown that the app holds the secret
  confirmed_at timestamptz,
  -- the 30-second step of the last code that was taken: none is taken twice
  last_step bigint not null default 0,
  tries int not null default 0,
  locked_until timestamptz
);

-- When the person of this session last proved who they are; what moves money asks for it again after a while.
alter table sessions add column confirmed_at timestamptz not null default clock_timestamp();
