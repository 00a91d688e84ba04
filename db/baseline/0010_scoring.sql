create table score_versions (
  version int primary key constraint score_versions_version_positive check (version > 0),
  made_at timestamptz not null,
  made_by uuid references users (id),
  note text not null constraint score_versions_note_length check (length(note) between 1 and 500),
  settings jsonb not null
);
comment on table score_versions is
  'The weights of the score''s signals and its thresholds. Version 0 ships with the product; a verdict names its '
  'version. Written once, so that a version that judged clips can always be read.';
comment on column score_versions.version is '0 ships with the product and has no row.';
comment on column score_versions.made_by is 'Null: recomputed from the product''s own approved clips.';
revoke update, delete on score_versions from permille_app;

create table score_drifts (
  id uuid not null constraint score_drifts_pkey primary key,
  platform text not null,
  size text not null,
  promise text not null,
  since timestamptz not null,
  found_at timestamptz not null,
  clips integer not null,
  clips_above integer not null,
  closed_at timestamptz,
  closed_by uuid constraint score_drifts_closed_by_fkey references users (id),
  recalibrated boolean,
  note text,
  evidence text not null default 'counts'
  constraint score_drifts_evidence_known check (evidence in ('counts', 'analytics')),
  constraint score_drifts_size_known check (size in ('small', 'medium', 'large')),
  constraint score_drifts_promise_known check (promise in ('held', 'asked')),
  constraint score_drifts_clips_counted check (clips > 0 and clips_above between 1 and clips),
  constraint score_drifts_closed check ((closed_at is null) = (closed_by is null)
    and (closed_at is null) = (recalibrated is null) and (closed_at is null) = (note is null)),
  constraint score_drifts_note_length check (length(note) between 1 and 500)
);
comment on table score_drifts is
  'When honest clips scored higher than the reference clips: the promise about their platform and size is suspended '
  'until an admin has reviewed it.';
comment on column score_drifts.promise is
  'held: more clips would have been held than promised; asked: more would have been held or reviewed.';
comment on column score_drifts.since is 'When the first of the clips that show it proved honest.';
comment on column score_drifts.clips_above is
  'The number of clips since then that would have been held, or held or reviewed.';
comment on column score_drifts.recalibrated is
  'true: scores are compared with clips since the drift began; false: with the same clips as before.';
comment on constraint score_drifts_closed on score_drifts is
  'An admin who closes a drift gives a reason, and the reference for later scores.';
create unique index score_drifts_one_open_of_class on score_drifts (platform, size, evidence) where closed_at is null;
comment on index score_drifts_one_open_of_class is 'A class has at most one open drift.';
grant select, insert, update on score_drifts to permille_app;

create table score_test_counts (
  platform text not null constraint score_test_counts_pkey primary key,
  places bigint not null,
  constraint score_test_counts_places_not_negative check (places >= 0)
);
comment on table score_test_counts is
  'The number of a platform''s clips with a place in score_tests; a process that assigns places locks the row.';
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
comment on table score_tests is
  'A platform''s clips in the order of their first verdict that can be compared with honest clips. Each has a level: '
  'the share of honest clips that may score as high as a held one. Together the levels keep the share of honest clips '
  'among held ones as promised.';
comment on column score_tests.level is 'Fixed when the clip gets its place; 0: its verdict is older than these tests.';
comment on column score_tests.p is
  'The smallest p-value of a score for which only its level kept the clip from a hold; null: none.';
comment on column score_tests.found_after is
  'The number of the platform''s clips with a place when this one was held, or a person found its views bought; null: '
  'neither.';
comment on constraint score_tests_place_once on score_tests is
  'No two clips of a platform share a place, so levels do not depend on the judging process.';
create index score_tests_asked on score_tests (platform) where p is not null and found_after is null;
comment on index score_tests_asked is
  'Clips that a person reviewed only because of their level: the decision counts as if the clip had been held.';
create index score_tests_found on score_tests (platform, found_after) where found_after is not null;
grant select, insert, update on score_tests to permille_app;

create table score_proposals (
  id uuid not null constraint score_proposals_pkey primary key,
  made_at timestamptz not null,
  version integer not null,
  signals jsonb not null,
  figures jsonb not null,
  decided_at timestamptz,
  decided_by uuid constraint score_proposals_decided_by_fkey references users (id),
  applied boolean,
  note text,
  constraint score_proposals_decided check ((decided_at is null) = (applied is null) and (decided_at is null) = (note is null)),
  constraint score_proposals_applied_by check (applied is not true or decided_by is not null),
  constraint score_proposals_note_length check (length(note) between 1 and 500)
);
comment on table score_proposals is
  'Weights and thresholds fitted to people''s decisions, with the figures of both rules on later weeks. They judge '
  'nothing until an admin applies them.';
comment on column score_proposals.version is 'The rules that it started from and is compared with.';
comment on column score_proposals.signals is 'The signals that it changes, in the form of contract/scoring/score-rules.ts.';
comment on column score_proposals.figures is 'In the form of contract/scoring/score-proposals.ts.';
comment on column score_proposals.decided_by is 'Null: a newer proposal replaced it.';
comment on constraint score_proposals_applied_by on score_proposals is 'Only a person applies a proposal.';
create unique index score_proposals_one_open on score_proposals ((true)) where decided_at is null;
comment on index score_proposals_one_open is 'At most one proposal waits.';
grant select, insert, update on score_proposals to permille_app;

create table clip_cohorts (
  submission_id uuid not null references submissions (id),
  signal text not null
    constraint clip_cohorts_signal_known
      check (signal in ('uniform_like_rates', 'synchronized_growth', 'shared_identity', 'stops_at_cap')),
  others int not null,
  hits int not null,
  total int not null,
  value double precision not null,
  found_at timestamptz not null,
  other_clipper_ids uuid[] not null default '{}',
  primary key (submission_id, signal)
);
comment on table clip_cohorts is 'Signals that a job found by comparing clips, and that one clip alone can''t show.';
comment on column clip_cohorts.others is 'Other clippers involved.';
comment on column clip_cohorts.hits is 'The number of `total` (clips, or sudden starts and stops of this clip) that are alike.';
comment on column clip_cohorts.other_clipper_ids is 'The ids of these clippers, if a signal names people.';

create table identity_matches (
  id uuid primary key,
  host_id uuid not null references users (id),
  clipper_id uuid not null references users (id),
  signal text not null
    constraint identity_matches_signal_known check (signal in ('payout_address', 'account_email', 'card')),
  evidence text not null,
  found_at timestamptz not null,
  cleared_at timestamptz,
  cleared_by uuid references users (id),
  unique (host_id, clipper_id, signal)
);
comment on table identity_matches is
  'The host and the clipper of a listing seem to be one person. Nothing is paid between them before an admin has '
  'reviewed it.';
comment on column identity_matches.evidence is 'The evidence as a sentence for admins; addresses are masked.';
comment on column identity_matches.cleared_at is
  'An admin reviewed and cleared it: the match no longer holds earnings between the two.';

create table cohort_links (
  one_id uuid not null constraint cohort_links_one_id_fkey references users (id),
  other_id uuid not null constraint cohort_links_other_id_fkey references users (id),
  kind text not null constraint cohort_links_kind_known
    check (kind in ('payout_address', 'device', 'posting_minute', 'synchronized_growth', 'audience')),
  hits int4 not null constraint cohort_links_hits_positive check (hits > 0),
  detail text,
  first_found_at timestamptz not null,
  found_at timestamptz not null,
  decided_at timestamptz,
  constraint cohort_links_pkey primary key (one_id, other_id, kind),
  constraint cohort_links_in_order check (one_id < other_id)
);
comment on table cohort_links is
  'Features that two clippers share and strangers do not: found by a job over the counted clips, and kept when it does '
  'not find them again.';
comment on column cohort_links.hits is 'The number of clips, minutes or hours that support it.';
comment on column cohort_links.detail is 'The shared features: a mailbox (masked), a network, countries and sources.';
comment on column cohort_links.found_at is 'When it was last found.';
comment on column cohort_links.decided_at is 'A person decided on a cohort of the two: this link joins them no more.';
create index cohort_links_other_id on cohort_links (other_id);
create index cohort_links_undecided on cohort_links (found_at) where decided_at is null;

create table cohorts (
  id uuid not null constraint cohorts_pkey primary key,
  state text not null constraint cohorts_state_known check (state in ('open', 'held', 'upheld', 'cleared')),
  found_at timestamptz not null,
  changed_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid constraint cohorts_decided_by_fkey references users (id),
  note text constraint cohorts_note_length check (length(note) <= 500),
  constraint cohorts_decided check ((state = 'open') = (decided_at is null) and (state = 'open') = (decided_by is null))
);
comment on table cohorts is
  'Clippers who are joined by links. Held, upheld and cleared are an admin''s decisions on all of them; held is not '
  'final.';
comment on column cohorts.changed_at is 'When a clipper last joined.';
create index cohorts_by_change on cohorts (changed_at desc, id desc);
create index cohorts_open on cohorts (changed_at) where state = 'open';

create table cohort_members (
  cohort_id uuid not null constraint cohort_members_cohort_id_fkey references cohorts (id) on delete cascade,
  clipper_id uuid not null constraint cohort_members_clipper_id_fkey references users (id),
  joined_at timestamptz not null,
  constraint cohort_members_pkey primary key (cohort_id, clipper_id)
);
comment on table cohort_members is 'The members of each cohort; a clipper is in at most one undecided cohort.';
create index cohort_members_clipper_id on cohort_members (clipper_id);

create table fraud_holds (
  id uuid primary key,
  submission_id uuid not null references submissions (id),
  state text not null constraint fraud_holds_state_known check (state in ('open', 'escalated', 'released', 'upheld')),
  score int not null,
  reason text not null,
  from_views bigint not null,
  to_views bigint,
  opened_at timestamptz not null,
  decide_by timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references users (id),
  note text constraint fraud_holds_note_length check (length(note) <= 500),
  reopened_at timestamptz,
  identity_match_id uuid references identity_matches (id),
  eligible_to bigint constraint fraud_holds_eligible_to_not_negative check (eligible_to >= 0),
  judged_from bigint,
  judged_to bigint,
  by_analytics boolean not null default false,
  cohort_id uuid constraint fraud_holds_cohort_id_fkey references cohorts (id),
  constraint fraud_holds_judged check ((judged_from is null) = (judged_to is null))
);
comment on table fraud_holds is
  'Views that are held because the score says that they may be bought, or because a screenshot was drawn for an audit, '
  'until a person or a deadline decides.';
comment on column fraud_holds.reopened_at is 'When an appeal reopened an upheld hold.';
comment on column fraud_holds.eligible_to is
  'The position on the counter up to which the clip''s views were eligible when the hold was upheld: an appeal holds '
  'views before it again.';
comment on column fraud_holds.judged_from is
  'The range that a person judged when the hold was upheld: the held stretch, including its released part. A '
  'similar score is no new finding within this range; outside it, it is.';
comment on column fraud_holds.by_analytics is
  'The shared analytics speak against the views. When the owner stops sharing, no deadline releases them: an admin '
  'decides.';
comment on column fraud_holds.cohort_id is
  'An admin decided on a cohort of the clip: the hold is about identities, and no deadline releases it.';
comment on constraint fraud_holds_judged on fraud_holds is 'A judged stretch has both ends.';
create index fraud_holds_cohort on fraud_holds (cohort_id) where cohort_id is not null;
create index fraud_holds_identity on fraud_holds (identity_match_id) where identity_match_id is not null;
create unique index fraud_holds_one_open on fraud_holds (submission_id) where state in ('open', 'escalated');
comment on index fraud_holds_one_open is 'A clip has at most one undecided hold.';
create index fraud_holds_undecided on fraud_holds (decide_by, id) where state in ('open', 'escalated');
comment on index fraud_holds_undecided is 'The holds of the admins'' inbox, the next deadline first.';

create table appeals (
  id uuid primary key,
  submission_id uuid not null references submissions (id),
  listing_id uuid not null references listings (id),
  clipper_id uuid not null references users (id),
  fraud_hold_id uuid references fraud_holds (id),
  text text not null constraint appeals_text_length check (length(text) between 1 and 1000),
  state text not null default 'open'
    constraint appeals_state_known check (state in ('open', 'escalated', 'overturned', 'dismissed')),
  opened_at timestamptz not null,
  decide_by timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references users (id),
  note text constraint appeals_note_length check (length(note) <= 500),
  constraint appeals_decided check ((state in ('overturned', 'dismissed')) = (decided_at is not null))
);
comment on table appeals is 'A clipper''s single request to review a rejection (fraud_hold_id null) or a hold.';
comment on column appeals.decided_by is 'Null: decided by a deadline, or by later counts.';
comment on constraint appeals_decided on appeals is 'A decided appeal has the moment of its decision.';
create index appeals_live on appeals (listing_id) where state in ('open', 'escalated');
create unique index appeals_one_per_fraud_hold on appeals (fraud_hold_id) where fraud_hold_id is not null;
comment on index appeals_one_per_fraud_hold is 'A hold is appealed once.';
create unique index appeals_one_per_rejection on appeals (submission_id) where fraud_hold_id is null;
comment on index appeals_one_per_rejection is 'A rejection is appealed once.';
create index appeals_queue on appeals (id desc);
create index appeals_submission on appeals (submission_id, opened_at desc);
create index appeals_undecided on appeals (decide_by, id) where state in ('open', 'escalated');
comment on index appeals_undecided is 'The appeals of the admins'' inbox, the next deadline first.';
