alter table media_files drop constraint media_files_kind_known;
alter table media_files add constraint media_files_kind_known
  check (kind in ('source', 'photo', 'screenshot', 'poster'));
comment on table media_files is
  'Uploaded source videos, profile photos and screenshots, and posters that platforms gave for clips. The bytes are on disk.';

create table clip_posters (
  submission_id uuid not null,
  source_url text,
  tries int not null default 0,
  next_try_at timestamptz,
  media_id uuid,
  constraint clip_posters_pkey primary key (submission_id),
  constraint clip_posters_submission_id_fkey foreign key (submission_id) references submissions (id),
  constraint clip_posters_media_id_fkey foreign key (media_id) references media_files (id) on delete set null,
  constraint clip_posters_tries_not_negative check (tries >= 0),
  constraint clip_posters_try_has_source check (next_try_at is null or source_url is not null)
);
comment on table clip_posters is
  'The poster of a clip''s post: fetched once from the platform, re-encoded and served by this server.';
comment on column clip_posters.source_url is 'Where the platform shows it, which may end within hours; null once it is stored or given up.';
comment on column clip_posters.next_try_at is 'Null: it is stored, or nothing is tried any more.';
comment on constraint clip_posters_try_has_source on clip_posters is 'Only an address can be tried again.';
create index clip_posters_next_try_at on clip_posters (next_try_at) where next_try_at is not null;
create index clip_posters_media_id on clip_posters (media_id);
grant select, insert, update, delete on clip_posters to permille_app;
