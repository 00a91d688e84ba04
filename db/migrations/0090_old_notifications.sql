set local lock_timeout = '2s';
create index notifications_read on notifications (read_at) where read_at is not null;
comment on index notifications_read is 'What was read long enough ago to be deleted.';
create index notifications_never_read on notifications (created_at) where read_at is null;
comment on index notifications_never_read is 'What nobody read for so long that it is deleted.';
