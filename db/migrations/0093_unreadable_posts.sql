set local lock_timeout = '2s';
alter table clip_tracking drop constraint clip_tracking_trouble_known;
alter table clip_tracking add constraint clip_tracking_trouble_known check (trouble in
  ('post_hidden', 'not_connected', 'no_permission', 'before_professional', 'unsupported', 'no_counts', 'quota', 'no_answer',
   'not_set_up', 'refused', 'failed', 'impossible_count')) not valid;
