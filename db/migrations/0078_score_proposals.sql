set local lock_timeout = '2s';

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
comment on table score_proposals is 'Weights and thresholds that were fitted to what people decided, beside the figures of both rules on later weeks. Nothing is judged by them until an admin applies them.';
comment on column score_proposals.version is 'The rules that it started from and is compared with.';
comment on column score_proposals.signals is 'The signals that it changes, in the form of contract/score-rules.ts.';
comment on column score_proposals.figures is 'In the form of contract/score-proposals.ts.';
comment on column score_proposals.decided_by is 'Null: a newer proposal took its place.';
comment on constraint score_proposals_applied_by on score_proposals is 'Only a person applies a proposal.';
create unique index score_proposals_one_open on score_proposals ((true)) where decided_at is null;
comment on index score_proposals_one_open is 'At most one proposal waits.';
grant select, insert, update on score_proposals to permille_app;
