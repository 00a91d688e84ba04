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
comment on column submissions.decision is 'A decision waits ten seconds, in which the host can undo it.';
comment on constraint submissions_approved on submissions is
  'An approved clip has the moment of its approval and the end of its window.';
comment on constraint submissions_decision_commits on submissions is
  'A decision has the moment from which it can''t be undone.';
comment on constraint submissions_decision_pending on submissions is 'Only a pending clip has a waiting decision.';
create index submissions_appealable on submissions (listing_id, decided_at) where status = 'rejected';
create index submissions_approved_at on submissions (approved_at) where status = 'approved';
comment on index submissions_approved_at is 'Recently approved clips: settled between sweeps, like counts.';
create index submissions_approved_listing on submissions (listing_id, approved_at, id) where status = 'approved';
create index submissions_clipper on submissions (clipper_id, submitted_at desc, id desc);
create index submissions_clipper_listing on submissions (clipper_id, listing_id);
create index submissions_clock_not_started on submissions (submitted_at) where status = 'pending' and decision_started_at is null;
comment on index submissions_clock_not_started is
  'Clips whose decision time has not begun: looked up every few seconds, among all pending clips.';
create index submissions_decide_by on submissions (decide_by) where status = 'pending';
create index submissions_decision on submissions (decision_commits_at) where decision is not null;
create index submissions_escalated on submissions (decide_by, id)
  where status = 'pending' and escalated and decision is null;
comment on index submissions_escalated is 'Pending clips that wait for an admin.';
create index submissions_id_end on submissions (right(id::text, 8));
comment on index submissions_id_end is 'The last eight characters of the id, which pages and logs show.';
create index submissions_listing on submissions (listing_id, submitted_at desc, id desc);
create unique index submissions_live_post on submissions (platform, post_id) where status in ('pending', 'approved');
comment on index submissions_live_post is
  'A post earns in one live submission only; a withdrawn or rejected submission frees it.';
create index submissions_post on submissions (platform, post_id);
comment on index submissions_post is 'All counts of a post, whoever submitted it.';
create index submissions_queue on submissions (listing_id, decide_by, id) where status = 'pending';
comment on index submissions_queue is 'The review queue: clips in the order of the host''s deadlines.';

create table submission_messages (
  id uuid primary key,
  submission_id uuid not null references submissions (id),
  author_id uuid not null references users (id),
  body text not null constraint submission_messages_body_length check (length(body) between 1 and 1000),
  sent_at timestamptz not null,
  read_at timestamptz
);
comment on table submission_messages is 'Messages between a clip''s host and clipper.';
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
  lapses timestamptz[] not null default '{}',
  constraint caption_checks_missing_since check ((missing = '{}') = (missing_since is null)),
  constraint caption_checks_fix_by check ((missing_since is null) = (fix_by is null)),
  constraint caption_checks_stopped check (stopped_at is null or missing_since is not null)
);
comment on table caption_checks is
  'Whether a clip''s caption still has what its listing requires: hashtags, mentions, the disclosure. Only clips of '
  'such listings have a row.';
comment on column caption_checks.next_check_at is 'Null: no longer checked.';
comment on column caption_checks.missing is
  'The missing hashtags and mentions, and "disclosure"; empty: nothing is missing.';
comment on column caption_checks.stopped_at is 'It earns no more until it is fixed.';
comment on column caption_checks.lapses is
  'When something was found missing within the last 30 days: a clipper who was notified before gets no second 48 hours.';
comment on constraint caption_checks_missing_since on caption_checks is
  'Something missing has the moment since when it is missing.';
comment on constraint caption_checks_fix_by on caption_checks is 'Something missing has a deadline.';
comment on constraint caption_checks_stopped on caption_checks is 'Only a clip with something missing is stopped.';
create index caption_checks_due on caption_checks (next_check_at) where next_check_at is not null;

create table clip_posters (
  submission_id uuid not null,
  source_url text,
  tries int not null default 0,
  next_try_at timestamptz,
  media_id uuid,
  constraint clip_posters_pkey primary key (submission_id),
  constraint clip_posters_submission_id_fkey foreign key (submission_id) references submissions (id),
  constraint clip_posters_media_id_fkey foreign key (media_id) references media_files (id) on delete set null,
  constraint clip_posters_tries_not_negative check (tries >= 0),
  constraint clip_posters_try_has_source check (next_try_at is null or source_url is not null)
);
comment on table clip_posters is
  'The poster of a clip''s post: fetched once from the platform, re-encoded and served by this server.';
comment on column clip_posters.source_url is
  'The platform''s URL of it, which may expire within hours; null once it is stored or given up.';
comment on column clip_posters.next_try_at is 'Null: it is stored or given up.';
comment on constraint clip_posters_try_has_source on clip_posters is 'Only a URL can be tried again.';
create index clip_posters_media_id on clip_posters (media_id);
create index clip_posters_next_try_at on clip_posters (next_try_at) where next_try_at is not null;
grant select, insert, update, delete on clip_posters to permille_app;

create table clip_files (
  submission_id uuid not null,
  media_id uuid not null,
  state text not null default 'waiting',
  due_at timestamptz,
  tries integer not null default 0,
  attached_at timestamptz not null,
  remove_at timestamptz,
  constraint clip_files_pkey primary key (submission_id),
  constraint clip_files_submission_id_fkey foreign key (submission_id) references submissions (id),
  constraint clip_files_media_id_fkey foreign key (media_id) references media_files (id) on delete cascade,
  constraint clip_files_media_id_key unique (media_id),
  constraint clip_files_state_known
  check (state in ('waiting', 'matched', 'partly', 'nothing_found', 'no_sound', 'too_little_sound', 'no_source', 'unreadable')),
  constraint clip_files_due_while_waiting check ((state = 'waiting') = (due_at is not null)),
  constraint clip_files_tries_not_negative check (tries >= 0)
);
comment on table clip_files is
  'The video of a clip as its clipper sent it, and whether its sound was found in the listing''s source. A clip without '
  'a row has none. The clipper claims that it is the post''s video: only its length can be compared.';
comment on column clip_files.state is
  'matched: nearly all of its sound is the source''s; partly: some. too_little_sound: nothing was found, and one of the '
  'two has too little sound to decide. no_source: the listing''s source has no sound to compare. unreadable: its own '
  'sound can''t be decoded.';
comment on column clip_files.due_at is
  'When it is compared next, once its bytes have arrived and were checked (media_files.state is ready).';
comment on column clip_files.remove_at is 'When the bytes are erased; null afterwards.';
comment on constraint clip_files_due_while_waiting on clip_files is
  'A waiting file is due at some time; a finished one is not.';
create index clip_files_due_at on clip_files (due_at) where due_at is not null;
create index clip_files_remove_at on clip_files (remove_at) where remove_at is not null;
grant select, insert, update, delete on clip_files to permille_app;

create table clip_segments (
  submission_id uuid not null,
  ordinal integer not null,
  source_media_id uuid not null,
  clip_from_ms integer not null,
  clip_to_ms integer not null,
  source_from_ms integer not null,
  source_to_ms integer not null,
  bit_error real not null,
  tempo real not null,
  pitch real not null,
  constraint clip_segments_pkey primary key (submission_id, ordinal),
  constraint clip_segments_submission_id_fkey foreign key (submission_id)
    references clip_files (submission_id),
  constraint clip_segments_source_media_id_fkey foreign key (source_media_id) references media_files (id),
  constraint clip_segments_clip_ascends check (clip_from_ms >= 0 and clip_to_ms > clip_from_ms),
  constraint clip_segments_source_ascends check (source_from_ms >= 0 and source_to_ms > source_from_ms)
);
comment on table clip_segments is
  'Parts of a clip and the parts of its listing''s source with the same sound, in the clip''s order. They outlive the '
  'file''s bytes: no removal of files deletes them.';
comment on column clip_segments.bit_error is 'Share of differing fingerprint bits; 0 is equal, above 0.3 nothing is found.';
create index clip_segments_beginning on clip_segments (source_media_id, source_from_ms) where ordinal = 0;
comment on index clip_segments_beginning is 'Clips that begin at nearly the same second of a source, which may be the same edit.';
create index clip_segments_source on clip_segments (source_media_id);
grant select, insert, update, delete on clip_segments to permille_app;

create table studio_projects (
  clipper_id uuid not null,
  listing_id uuid not null,
  version integer not null,
  project jsonb not null,
  updated_at timestamptz not null,
  constraint studio_projects_pkey primary key (clipper_id, listing_id),
  constraint studio_projects_clipper foreign key (clipper_id) references users,
  constraint studio_projects_listing foreign key (listing_id) references listings,
  constraint studio_projects_version_positive check (version > 0),
  constraint studio_projects_size check (octet_length(project::text) <= 524288)
);
comment on table studio_projects is
  'A clipper''s edit of a listing''s source: cuts, frame and captions, without any picture (contract/studio.ts).';
comment on column studio_projects.version is
  'Incremented by each save, which names the version that it changes: of two tabs the second is refused, and neither '
  'overwrites the other.';
create index studio_projects_listing_id on studio_projects (listing_id);
