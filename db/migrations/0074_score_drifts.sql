set local lock_timeout = '2s';

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
  constraint score_drifts_size_known check (size in ('small', 'medium', 'large')),
  constraint score_drifts_promise_known check (promise in ('held', 'asked')),
  constraint score_drifts_clips_counted check (clips > 0 and clips_above between 1 and clips),
  constraint score_drifts_closed check ((closed_at is null) = (closed_by is null)
    and (closed_at is null) = (recalibrated is null) and (closed_at is null) = (note is null)),
  constraint score_drifts_note_length check (length(note) between 1 and 500)
);
comment on table score_drifts is 'When clips found honest scored higher than those that scores are compared with: what was promised of them is broken for their platform and size until an admin has looked.';
comment on column score_drifts.promise is 'held: more would have been held than promised; asked: more would have been held or asked about.';
comment on column score_drifts.since is 'When the first of the clips that show it proved honest.';
comment on column score_drifts.clips_above is 'How many of the clips since then would have been held, or held or asked about.';
comment on column score_drifts.recalibrated is 'true: scores are compared with clips since the drift began; false: with the same as before.';
comment on constraint score_drifts_closed on score_drifts is 'Who closes a drift says why, and what scores are compared with from there on.';
create unique index score_drifts_one_open on score_drifts (platform, size) where closed_at is null;
comment on index score_drifts_one_open is 'A platform and size has at most one drift that stands.';
grant select, insert, update on score_drifts to permille_app;
