-- Windows are minutes, hours and days long: each row says itself when its count is forgotten.
alter table rate_limits add column expires_at timestamptz;
update rate_limits set expires_at = window_start + interval '1 hour';
alter table rate_limits alter column expires_at set not null;
create index rate_limits_expires_at on rate_limits (expires_at);
