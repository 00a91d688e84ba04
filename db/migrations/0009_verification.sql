create table view_snapshots (
  submission_id uuid not null references submissions (id),
  fetched_at timestamptz not null,
  views bigint not null constraint view_snapshots_views_not_negative check (views >= 0),
  likes bigint,
  comments bigint,
  shares bigint,
  source text not null,
  counting_rule text not null,
  primary key (submission_id, fetched_at)
) partition by range (fetched_at);
comment on table view_snapshots is
  'What a platform said, when. Append-only. Partitioned by day (UTC): old days go by dropping a partition, not by '
  'deleting rows. Partitions are made ahead by the job verification.snapshot-days.';
revoke update, delete on view_snapshots from permille_app;

create table view_snapshots_default partition of view_snapshots default;
comment on table view_snapshots_default is 'What has no day of its own, and what is kept of days that are gone.';
revoke all on view_snapshots_default from permille_app;

create table clip_tracking (
  submission_id uuid primary key references submissions (id),
  listing_id uuid not null references listings (id),
  clipper_id uuid not null references users (id),
  connection_id uuid not null references connections (id),
  platform text not null,
  post_id text not null,
  post_api_id text,
  posted_at timestamptz not null,
  state text not null constraint clip_tracking_state_known check (state in ('polling', 'gone', 'finished', 'stopped')),
  next_poll_at timestamptz,
  dense_until timestamptz,
  missing_since timestamptz,
  failures int not null default 0,
  trouble text
    constraint clip_tracking_trouble_known
      check (trouble in ('post_hidden', 'not_connected', 'no_counts', 'quota', 'no_answer', 'failed')),
  trouble_detail text,
  snapshot_count int not null default 0,
  first_fetched_at timestamptz,
  last_fetched_at timestamptz,
  views bigint not null default 0,
  likes bigint,
  comments bigint,
  shares bigint,
  eligible_views bigint not null default 0
    constraint clip_tracking_eligible_views_not_negative check (eligible_views >= 0),
  excluded_views bigint not null default 0
    constraint clip_tracking_excluded_views_not_negative check (excluded_views >= 0),
  score int constraint clip_tracking_score_range check (score between 0 and 100),
  band text not null default 'not_enough_data'
    constraint clip_tracking_band_known check (band in ('not_enough_data', 'clean', 'needs_review', 'hold')),
  summary text not null default 'Not enough data yet: nothing was counted so far.',
  contributions jsonb not null default '[]',
  scored_at timestamptz,
  cleared_score int,
  score_version int not null default 0,
  count_level text not null default 'platform'
    constraint clip_tracking_count_level_known check (count_level in ('platform', 'attested')),
  pull_from timestamptz,
  final_by timestamptz,
  upheld_score int,
  constraint clip_tracking_polled check ((state = 'polling' and count_level = 'platform') = (next_poll_at is not null))
);
comment on table clip_tracking is
  'One row per clip that is polled: the schedule, the newest counts and the current verdict.';
comment on column clip_tracking.post_api_id is 'The API''s own id of the post where that is another one (Instagram).';
comment on column clip_tracking.next_poll_at is 'Null when nothing is polled any more.';
comment on column clip_tracking.trouble is
  'Why views are not read at the moment, and what the platform or the fault said of it; null while they are.';
comment on column clip_tracking.eligible_views is
  'Views that may be paid: the newest count less what is contested or excluded.';
comment on column clip_tracking.cleared_score is
  'A person looked at a score this high and let it pass; a higher one is held anew.';
comment on column clip_tracking.count_level is
  'attested: where a platform has no keys here, views are read from screenshots that two people confirmed.';
comment on column clip_tracking.pull_from is
  'From here on the clip may be counted together with others of its account, before it is due itself.';
comment on column clip_tracking.final_by is
  'The next moment whose count is final: the end of the window or its recheck.';
comment on column clip_tracking.upheld_score is
  'The score of the hold that people upheld last: a like score tells nothing new of the same views.';
comment on constraint clip_tracking_polled on clip_tracking is
  'Who is polled has a next poll; nobody polls what only people can count.';
create index clip_tracking_account on clip_tracking (connection_id) where state = 'polling';
create index clip_tracking_due on clip_tracking (platform, next_poll_at) where state = 'polling';
create index clip_tracking_final on clip_tracking (platform, final_by) where state = 'polling' and final_by is not null;
create index clip_tracking_listing on clip_tracking (listing_id);

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
  primary key (submission_id, signal)
);
comment on table clip_cohorts is
  'What clips say about each other, found by a job: signals that one clip by itself cannot show.';
comment on column clip_cohorts.others is 'Other clippers involved.';
comment on column clip_cohorts.hits is
  'How many of `total` (clips, or sudden starts and stops of this clip) are alike.';

create table score_versions (
  version int primary key constraint score_versions_version_positive check (version > 0),
  made_at timestamptz not null,
  made_by uuid references users (id),
  note text not null constraint score_versions_note_length check (length(note) between 1 and 500),
  settings jsonb not null
);
comment on table score_versions is
  'How the score weighs its signals and what it takes for usual. Version 0 is what the product ships with; a '
  'verdict names the version it was made by. Written once: a version that clips were judged by can always be read '
  'again.';
comment on column score_versions.version is '0 is what the product ships with and has no row.';
comment on column score_versions.made_by is 'Null: recomputed from the product''s own approved clips.';
revoke update, delete on score_versions from permille_app;

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
  'Host and clipper of a listing look like one person. Nothing of theirs is paid before an admin has looked.';
comment on column identity_matches.evidence is 'What was found, as a sentence for admins; addresses are masked.';
comment on column identity_matches.cleared_at is
  'An admin looked and let it pass: this signal holds nothing of the two any more.';

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
  constraint fraud_holds_judged check ((judged_from is null) = (judged_to is null))
);
comment on table fraud_holds is
  'Views that are kept back because the score says that they may be bought, or a screenshot was drawn for an audit, '
  'until a person decides or time does.';
comment on column fraud_holds.reopened_at is 'An upheld hold that is looked at again because of an appeal.';
comment on column fraud_holds.eligible_to is
  'The place on the counter up to which the clip''s views were eligible when the hold was upheld: what an appeal '
  'puts on hold again lies before it.';
comment on column fraud_holds.judged_from is
  'What a person decided on when the hold was upheld: the stretch as it was held, also the part that was then '
  'released. Only within it a like score tells nothing new.';
comment on constraint fraud_holds_judged on fraud_holds is 'A judged stretch has both ends.';
create index fraud_holds_identity on fraud_holds (identity_match_id) where identity_match_id is not null;
create unique index fraud_holds_one_open on fraud_holds (submission_id) where state in ('open', 'escalated');
comment on index fraud_holds_one_open is 'A clip has at most one hold that is undecided.';

create table view_attestations (
  id uuid primary key,
  submission_id uuid not null references submissions (id),
  media_id uuid not null references media_files (id),
  reported_views bigint not null constraint view_attestations_reported_views_not_negative check (reported_views >= 0),
  sent_at timestamptz not null,
  state text not null
    constraint view_attestations_state_known check (state in ('waiting', 'match', 'mismatch', 'unreadable')),
  read_views bigint constraint view_attestations_read_views_not_negative check (read_views >= 0),
  read_text text constraint view_attestations_read_text_length check (length(read_text) <= 4000),
  read_at timestamptz,
  replaced_at timestamptz,
  sha256 text,
  decision text constraint view_attestations_decision_known check (decision in ('confirmed', 'refused')),
  decided_at timestamptz,
  refusal_note text constraint view_attestations_refusal_note_length check (length(refusal_note) <= 500),
  counted_views bigint constraint view_attestations_counted_views_not_negative check (counted_views >= 0),
  waiting_since timestamptz not null,
  constraint view_attestations_counted check ((not decision is distinct from 'confirmed') = (counted_views is not null)),
  constraint view_attestations_decided check ((decision is null) = (decided_at is null))
);
comment on table view_attestations is
  'Screenshots that clippers send with their clips, what was read from them and what two people decided.';
comment on column view_attestations.reported_views is 'What the clipper says that the screenshot shows.';
comment on column view_attestations.replaced_at is 'A newer one took its place.';
comment on column view_attestations.sha256 is 'Of the picture''s bytes, so that the same one is known again.';
comment on column view_attestations.counted_views is
  'What it counted for: the lowest figure that it, its clipper and the two people named.';
comment on column view_attestations.waiting_since is
  'Since when the clip''s screenshots wait for people: one that takes the place of an undecided one keeps its place '
  'in line.';
comment on constraint view_attestations_counted on view_attestations is
  'A confirmed screenshot counted for something, and no other one did.';
comment on constraint view_attestations_decided on view_attestations is 'A decision has its moment.';
create unique index view_attestations_current on view_attestations (submission_id) where replaced_at is null;
comment on index view_attestations_current is 'A clip has at most one screenshot that no newer one replaced.';
create index view_attestations_media on view_attestations (media_id);
create index view_attestations_read on view_attestations (read_at) where read_at is not null;
comment on index view_attestations_read is 'Whose screenshots were read lately.';
create index view_attestations_sent on view_attestations (submission_id, sent_at);
create index view_attestations_sha256 on view_attestations (sha256);
create index view_attestations_undecided
  on view_attestations (waiting_since, id) where decision is null and replaced_at is null;
create index view_attestations_waiting on view_attestations (sent_at) where state = 'waiting' and replaced_at is null;

create table attestation_confirmations (
  attestation_id uuid not null references view_attestations (id),
  person_id uuid not null references users (id),
  views bigint not null constraint attestation_confirmations_views_not_negative check (views >= 0),
  confirmed_at timestamptz not null,
  primary key (attestation_id, person_id)
);
comment on table attestation_confirmations is
  'What a person read in a screenshot. Append-only: who confirmed what stays.';
comment on column attestation_confirmations.views is 'The figure that this person read in the picture.';
revoke update, delete on attestation_confirmations from permille_app;

create table attestation_audits (
  attestation_id uuid primary key references view_attestations (id),
  submission_id uuid not null references submissions (id),
  fraud_hold_id uuid not null references fraud_holds (id) unique,
  share_percent int not null constraint attestation_audits_share_percent_range check (share_percent between 1 and 100),
  drawn int not null constraint attestation_audits_drawn_range check (drawn between 0 and 99),
  opened_at timestamptz not null,
  due_at timestamptz not null
);
comment on table attestation_audits is
  'A confirmed screenshot that was drawn for an audit: its new views are on hold until a fresh one is confirmed.';
comment on column attestation_audits.fraud_hold_id is 'Its state is the audit''s.';
comment on column attestation_audits.share_percent is 'The chance that it had, and the number that was drawn under it.';
create index attestation_audits_due on attestation_audits (due_at);
create index attestation_audits_submission on attestation_audits (submission_id);
revoke update, delete on attestation_audits from permille_app;
