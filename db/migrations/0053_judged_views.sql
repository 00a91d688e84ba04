-- What a person decided on when a hold was upheld: the stretch as it was held, also the part that was then released, and the
-- score. Only within it a like score tells nothing new; what was cleared stands apart.
alter table fraud_holds add column judged_from bigint, add column judged_to bigint,
  add constraint fraud_holds_judged_check check ((judged_from is null) = (judged_to is null));
alter table clip_tracking add column upheld_score int;
update fraud_holds set judged_from = from_views, judged_to = to_views
where state = 'upheld' and decided_by is not null and to_views is not null;
update clip_tracking t set upheld_score = cleared_score, cleared_score = null
where exists (select from fraud_holds h where h.submission_id = t.submission_id and h.state = 'upheld')
  and not exists (select from fraud_holds h where h.submission_id = t.submission_id and h.state = 'released' and h.decided_by is not null);
