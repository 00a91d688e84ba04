set local lock_timeout = '2s';

alter table clip_analytics add column trouble text;
alter table clip_analytics add constraint clip_analytics_trouble_known
  check (trouble in ('not_ready', 'quota', 'no_answer', 'not_set_up', 'not_shown', 'failed')) not valid;
alter table clip_analytics validate constraint clip_analytics_trouble_known;
comment on column clip_analytics.trouble is 'Why the last reading brought nothing; null: it brought figures, or there was none.';

create index connections_released on connections (user_id) where analytics_released_at is not null;
comment on index connections_released is 'The accounts whose owners release analytics: few of all.';
