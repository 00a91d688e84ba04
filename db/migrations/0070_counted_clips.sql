set local lock_timeout = '2s';
create index clip_tracking_unfinished on clip_tracking (posted_at) where state = 'polling' and final_by is null;
comment on index clip_tracking_unfinished is 'Clips that were counted after their window, or are not known to have one yet, the oldest posts first: which of them are finished is looked up every few seconds, among millions that are counted.';
create index clip_tracking_counted on clip_tracking (last_fetched_at);
comment on index clip_tracking_counted is 'What was counted of late, among millions of clips: settled between sweeps, compared by cohorts, told of by health.';
