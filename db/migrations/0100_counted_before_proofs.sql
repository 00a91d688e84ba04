set local lock_timeout = '2s';
-- Counting locks these rows in the same order.
select from clip_tracking where proven_views = 9223372036854775807 order by submission_id for no key update;
update clip_tracking set proven_views = views where proven_views = 9223372036854775807;
comment on column clip_tracking.proven_views is
  'Position on the counter up to which evidence shows that people watched: shared analytics that look like people, a '
  'passed audit, or an admin''s review. Views that were counted before there were proofs count as proven.';
comment on column clip_tracking.unseen_views is
  'Views of the post for which nobody saw how they arrived: those of its first count, if that was more than six hours '
  'after the post, and those since an earlier submission. What they earn is paid out only once they are proven.';
