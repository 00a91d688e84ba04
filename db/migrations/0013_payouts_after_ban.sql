-- A banned clipper's money stays where it is until the ban is lifted, or until an admin has reviewed it and lets it be paid.
alter table users add column payouts_allowed_at timestamptz
  check (payouts_allowed_at is null or banned_at is not null);
