set local lock_timeout = '2s';
alter table fraud_holds add column cohort_id uuid constraint fraud_holds_cohort_id_fkey references cohorts (id);
comment on column fraud_holds.cohort_id is 'An admin decided on a cohort that the clip belongs to: the hold is about who people are, and time lets nothing go.';
create index fraud_holds_cohort on fraud_holds (cohort_id) where cohort_id is not null;
alter table clip_cohorts add column other_clipper_ids uuid[] not null default '{}';
comment on column clip_cohorts.other_clipper_ids is 'Who they are, where a signal names people.';
