-- When an upload is removed that nothing uses; null once something uses it or its bytes are gone.
alter table media_files add column remove_at timestamptz;
-- Who uploaded before this rule has the whole time from now on.
update media_files set remove_at = case state when 'ready' then now() + interval '7 days' else created_at + interval '1 day' end
  where kind = 'source' and state <> 'erased';
create index media_files_remove_at on media_files (remove_at) where remove_at is not null;

-- What the source videos take up, those included that were announced and still come in.
create index media_files_space on media_files (owner_id) include (size_bytes)
  where kind = 'source' and state in ('uploading', 'ready');

-- Asked whenever a file is deleted.
create index profiles_avatar on profiles (avatar_media_id) where avatar_media_id is not null;
