set local lock_timeout = '2s';
alter table media_files add column format jsonb;
comment on column media_files.format is
  'How a source video is coded (contract/media.ts, videoFormat); null before its check, and of those from before this was read.';
