set local lock_timeout = '2s';

create table score_test_counts (
  platform text not null constraint score_test_counts_pkey primary key,
  places bigint not null,
  constraint score_test_counts_places_not_negative check (places >= 0)
);
comment on table score_test_counts is 'How many clips of a platform have a place in score_tests; whoever gives places locks the row.';
grant select, insert, update on score_test_counts to permille_app;

create table score_tests (
  submission_id uuid not null constraint score_tests_pkey primary key,
  platform text not null,
  place bigint not null,
  level double precision not null,
  begun_at timestamptz not null,
  p double precision,
  found_after bigint,
  constraint score_tests_place_once unique (platform, place),
  constraint score_tests_place_positive check (place > 0),
  constraint score_tests_level_range check (level between 0 and 1),
  constraint score_tests_p_range check (p > 0 and p <= 1),
  constraint score_tests_found_later check (found_after >= place)
);
comment on table score_tests is 'The clips of a platform in the order of their first verdict that honest clips can be compared with, each with the part of honest clips that may score as high as one that is held. Together the levels keep the share of honest clips among the held ones as promised.';
comment on column score_tests.level is 'Fixed when the clip gets its place; 0: its verdict is older than these tests.';
comment on column score_tests.p is 'The smallest p-value of a score of the clip that would be held but for its level; null: there was none.';
comment on column score_tests.found_after is 'How many clips of the platform had a place when this one was held, or a person found its views bought; null: neither.';
comment on constraint score_tests_place_once on score_tests is 'Two clips of a platform never share a place, so levels do not depend on which process judges.';
create index score_tests_found on score_tests (platform, found_after) where found_after is not null;
create index score_tests_asked on score_tests (platform) where p is not null and found_after is null;
comment on index score_tests_asked is 'Clips that a person was asked about only because of their level: their answer counts as if the clip had been held.';
create index clip_tracking_asked on clip_tracking (submission_id) where band = 'needs_review' and score >= 60;
comment on index clip_tracking_asked is 'Clips that would be held but for what is promised to honest ones: the admins'' inbox has those whose earnings still wait.';
grant select, insert, update on score_tests to permille_app;
