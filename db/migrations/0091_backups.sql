create table backups (
  part text primary key constraint backups_part_known check (part in ('database', 'files')),
  made_at timestamptz,
  proved_at timestamptz,
  failed_at timestamptz,
  failure text,
  constraint backups_failure_both check ((failed_at is null) = (failure is null))
);
comment on table backups is
  'When each part of this installation was last backed up, whichever tool did it. System Health, doctor and /metrics '
  'read it, so each way of backing up writes it.';
comment on column backups.made_at is 'When the newest whole backup began: what changed later is not in it. Null: none was ever recorded.';
comment on column backups.proved_at is 'When a backup was last restored to look at it, and was whole. Null: never.';
comment on column backups.failed_at is 'When the newest attempt failed; null once a later one was made.';
insert into backups (part) values ('database'), ('files');
-- The two rows are all there is.
revoke insert, delete on backups from permille_app;
