create table submissions (
  id uuid primary key,
  listing_id uuid not null references listings (id),
  listing_version int not null,
  clipper_id uuid not null references users (id),
  connection_id uuid not null references connections (id),
  platform text not null constraint submissions_platform_known check (platform in ('tiktok', 'youtube', 'instagram')),
  post_id text not null,
  url text not null,
  caption text not null default '',
  posted_at timestamptz not null,
  duration_seconds int,
  reported_views bigint not null constraint submissions_reported_views_not_negative check (reported_views >= 0),
  status text not null default 'pending'
    constraint submissions_status_known check (status in ('pending', 'approved', 'rejected', 'withdrawn')),
  submitted_at timestamptz not null,
  decision_started_at timestamptz,
  decide_by timestamptz not null,
  escalated boolean not null default false,
  decision text constraint submissions_decision_known check (decision in ('approve', 'reject')),
  decision_by uuid references users (id),
  decision_commits_at timestamptz,
  reject_reason text,
  reject_note text constraint submissions_reject_note_length check (length(reject_note) <= 500),
  decided_at timestamptz,
  approved_at timestamptz,
  approved_how text
    constraint submissions_approved_how_known check (approved_how in ('host', 'automatically', 'admin', 'appeal')),
  tracking_until timestamptz,
  withdrawn_at timestamptz,
  foreign key (listing_id, listing_version) references listing_versions (listing_id, version),
  constraint submissions_approved
    check ((status = 'approved') = (approved_at is not null and tracking_until is not null)),
  constraint submissions_decision_commits check ((decision is null) = (decision_commits_at is null)),
  constraint submissions_decision_pending check (decision is null or status = 'pending'),
  constraint submissions_reject_reason_known
    check (reject_reason in (
      'wrong_content', 'missing_disclosure', 'duplicate', 'outside_window', 'invalid_proof', 'suspected_fake_views',
      'other'))
);
comment on table submissions is 'A clip that a clipper submitted to a listing.';
comment on column submissions.decision_started_at is
  'Null until the first verdict exists (at most 24 h after submission).';
comment on column submissions.decision is 'A decision waits ten seconds, in which the host can take it back.';
comment on constraint submissions_approved on submissions is
  'An approved clip has the moment of its approval and the end of its window.';
comment on constraint submissions_decision_commits on submissions is
  'A decision has the moment from which it can no longer be taken back.';
comment on constraint submissions_decision_pending on submissions is 'Only a pending clip has a decision that waits.';
create index submissions_appealable on submissions (listing_id, decided_at) where status = 'rejected';
create index submissions_approved_listing on submissions (listing_id, approved_at, id) where status = 'approved';
create index submissions_clipper on submissions (clipper_id, submitted_at desc, id desc);
create index submissions_clipper_listing on submissions (clipper_id, listing_id);
create index submissions_decide_by on submissions (decide_by) where status = 'pending';
create index submissions_decision on submissions (decision_commits_at) where decision is not null;
create index submissions_listing on submissions (listing_id, submitted_at desc, id desc);
create unique index submissions_live_post on submissions (platform, post_id) where status in ('pending', 'approved');
comment on index submissions_live_post is
  'A post earns in one live submission only; a withdrawn or rejected one frees it.';
create index submissions_post on submissions (platform, post_id);
comment on index submissions_post is 'Everything that was ever counted of a post, whoever submitted it.';
create index submissions_queue on submissions (listing_id, decide_by, id) where status = 'pending';
comment on index submissions_queue is 'The review queue: what a host must decide first.';

create table submission_messages (
  id uuid primary key,
  submission_id uuid not null references submissions (id),
  author_id uuid not null references users (id),
  body text not null constraint submission_messages_body_length check (length(body) between 1 and 1000),
  sent_at timestamptz not null,
  read_at timestamptz
);
comment on table submission_messages is 'What a clip''s host and clipper write to each other about it.';
comment on column submission_messages.read_at is 'When the other side opened it.';
create index submission_messages_thread on submission_messages (submission_id, sent_at desc, id desc);
create index submission_messages_unread on submission_messages (submission_id, author_id) where read_at is null;

create table caption_checks (
  submission_id uuid primary key references submissions (id),
  next_check_at timestamptz,
  checked_at timestamptz not null,
  missing text[] not null default '{}',
  missing_since timestamptz,
  fix_by timestamptz,
  stopped_at timestamptz,
  restored_at timestamptz,
  constraint caption_checks_missing_since check ((missing = '{}') = (missing_since is null)),
  constraint caption_checks_fix_by check ((missing_since is null) = (fix_by is null)),
  constraint caption_checks_stopped check (stopped_at is null or missing_since is not null)
);
comment on table caption_checks is
  'Whether a clip still says what its listing asks for: hashtags, mentions, that it is paid. Only clips whose '
  'listing asks for something have a row.';
comment on column caption_checks.next_check_at is 'Null: not looked at any more.';
comment on column caption_checks.missing is
  'The hashtags and mentions that are missing, and "disclosure"; empty: all is there.';
comment on column caption_checks.stopped_at is 'It earns no more until it is fixed.';
comment on constraint caption_checks_missing_since on caption_checks is
  'What is missing has been missing since a moment.';
comment on constraint caption_checks_fix_by on caption_checks is 'What is missing has a deadline.';
comment on constraint caption_checks_stopped on caption_checks is
  'Only a clip of which something is missing is stopped.';
create index caption_checks_due on caption_checks (next_check_at) where next_check_at is not null;
