set local lock_timeout = '2s';
alter table media_files
  add column has_poster boolean not null default false,
  add column storyboard_tiles integer,
  add column storyboard_tile_width integer,
  add column storyboard_tile_height integer,
  add constraint media_files_storyboard_whole check (
    num_nulls(storyboard_tiles, storyboard_tile_width, storyboard_tile_height) in (0, 3)),
  add constraint media_files_storyboard_tiles_range check (storyboard_tiles between 1 and 600);
comment on column media_files.has_poster is
  'Of a source video: a picture of it lies beside the file, made by its host''s browser and re-encoded here. Anyone may see it who may see a listing of the video.';
comment on column media_files.storyboard_tiles is
  'Of a source video: so many small pictures of it, evenly spread over its length, lie beside the file in sheets of a hundred; null until all sheets are here.';
comment on constraint media_files_storyboard_whole on media_files is 'Tiles have a size, and a size is of tiles.';
