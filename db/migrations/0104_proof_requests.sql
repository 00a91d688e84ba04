set local lock_timeout = '2s';
create table proof_requests (
  id uuid not null constraint proof_requests_pkey primary key,
  submission_id uuid not null constraint proof_requests_submission_id_fkey references submissions (id),
  views bigint not null constraint proof_requests_views_positive check (views > 0),
  code text not null constraint proof_requests_code_form check (code ~ '^[2-9A-HJ-NP-Z]{6}$'),
  asked_at timestamptz not null,
  due_at timestamptz not null,
  decision text constraint proof_requests_decision_known check (decision in ('accepted', 'refused')),
  decided_at timestamptz,
  attestation_id uuid constraint proof_requests_attestation_id_fkey references view_attestations (id),
  note text constraint proof_requests_note_length check (length(note) <= 500),
  constraint proof_requests_decided check ((decision is null) = (decided_at is null)),
  constraint proof_requests_shown check (decision is null or attestation_id is not null)
);
comment on table proof_requests is
  'Clippers who show the analytics of a clip by choice, because its money waits for proof. An admin decides on the picture.';
comment on column proof_requests.views is 'The counter when the code was made: the picture proves no later views.';
comment on column proof_requests.code is 'The picture of the analytics shows this code, so that it can''t be an older one.';
comment on column proof_requests.due_at is 'A picture sent later does not answer the request.';
comment on column proof_requests.attestation_id is 'The picture that was decided on. It is kept.';
create index proof_requests_submission on proof_requests (submission_id, asked_at);
create index proof_requests_undecided on proof_requests (asked_at) where decision is null;
grant select, insert on proof_requests to permille_app;
grant update (decision, decided_at, attestation_id, note) on proof_requests to permille_app;
