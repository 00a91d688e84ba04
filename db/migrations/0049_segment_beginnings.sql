set local lock_timeout = '2s';
create index clip_segments_beginning on clip_segments (source_media_id, source_from_ms) where ordinal = 0;
comment on index clip_segments_beginning is 'Clips that begin at nearly the same second of a source, which may be the same edit.';
