set local lock_timeout = '2s';
alter table clip_files drop constraint clip_files_state_known;
alter table clip_files add constraint clip_files_state_known
  check (state in ('waiting', 'matched', 'partly', 'nothing_found', 'no_sound', 'too_little_sound', 'no_source', 'unreadable')) not valid;
comment on column clip_files.state is 'matched: nearly all of its sound is the source''s; partly: some. too_little_sound: nothing was found, and one of both has too little to say by. no_source: the listing''s source has no sound to compare. unreadable: its own sound can''t be decoded.';
