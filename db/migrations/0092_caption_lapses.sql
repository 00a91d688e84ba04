set local lock_timeout = '2s';
alter table caption_checks add column lapses timestamptz[] not null default '{}';
comment on column caption_checks.lapses is
  'When something was found missing, within the last 30 days: a clipper who was notified before has no 48 hours again.';
update caption_checks set lapses = array[missing_since] where missing_since is not null;
