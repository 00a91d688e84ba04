set local lock_timeout = '2s';
alter table clip_tracking drop constraint clip_tracking_trouble_known;
alter table clip_tracking add constraint clip_tracking_trouble_known
  check (trouble in ('post_hidden', 'not_connected', 'no_counts', 'quota', 'no_answer', 'not_set_up', 'failed')) not valid;
