-- A listing's minimum views, once reached by views that nobody contests, stay reached, whatever is taken back later. What
-- reaches it while it is contested counts if none of it is excluded: so many views were excluded at that time.
alter table clip_earnings add column minimum_reached boolean not null default false,
  add column minimum_excluded_views bigint check (minimum_excluded_views >= 0);
update clip_earnings e set minimum_reached = true
where e.min_views > 0 and exists (select from accruals a where a.submission_id = e.submission_id);
