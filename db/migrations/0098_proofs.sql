set local lock_timeout = '2s';
-- Clips from before this migration keep what they were promised: their views count as proven. New rows start at 0.
alter table clip_tracking
  add column proven_views bigint not null default 9223372036854775807,
  add column unseen_views bigint not null default 0;
alter table clip_tracking alter column proven_views set default 0;
comment on column clip_tracking.proven_views is
  'Position on the counter up to which evidence shows that people watched: shared analytics that look like people, a '
  'passed audit, or an admin''s review. The largest number: submitted before there were proofs.';
comment on column clip_tracking.unseen_views is
  'Views that the post had at its first reading, if that was more than six hours after the post. Nobody saw how they '
  'arrived, so what they earn is paid out only once they are proven.';

create table proof_tiers (
  proven_clips int not null constraint proof_tiers_pkey primary key
    constraint proof_tiers_proven_clips_not_negative check (proven_clips >= 0),
  limit_micros bigint constraint proof_tiers_limit_micros_not_negative check (limit_micros >= 0),
  audit_percent int not null constraint proof_tiers_audit_percent_range check (audit_percent between 0 and 100)
);
comment on table proof_tiers is
  'How much money may be paid out to one person for views that are not proven, by the number of the person''s proven '
  'clips. Admins change it.';
comment on column proof_tiers.limit_micros is 'Null: no limit.';
comment on column proof_tiers.audit_percent is 'The probability that $25.00 for views without proof cause an audit.';
grant select, insert, delete on proof_tiers to permille_app;

insert into proof_tiers (proven_clips, limit_micros, audit_percent) values
  (0, 25000000, 50), (3, 150000000, 30), (10, 600000000, 15), (20, null, 8);
