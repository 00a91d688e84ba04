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
  'Screenshots that clippers send with their clips, with the recognized text and two people''s decisions.';
comment on column view_attestations.reported_views is 'The views that the screenshot shows, according to the clipper.';
comment on column view_attestations.replaced_at is 'When a newer one replaced it.';
comment on column view_attestations.sha256 is 'Hash of the picture''s bytes, to recognize the same picture.';
comment on column view_attestations.counted_views is
  'The views that it counted for: the lowest figure of the screenshot, its clipper and the two people.';
comment on column view_attestations.waiting_since is
  'Since when the clip''s screenshots wait for people: a screenshot that replaces an undecided one keeps its place in '
  'line.';
comment on constraint view_attestations_counted on view_attestations is
  'A confirmed screenshot counted for a number of views, and no other one did.';
comment on constraint view_attestations_decided on view_attestations is 'A decision has its moment.';
create unique index view_attestations_current on view_attestations (submission_id) where replaced_at is null;
comment on index view_attestations_current is 'A clip has at most one screenshot that no newer one replaced.';
create index view_attestations_media on view_attestations (media_id);
create index view_attestations_read on view_attestations (read_at) where read_at is not null;
comment on index view_attestations_read is 'Clips whose screenshots were read recently.';
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
  'The figures that people read in a screenshot. Append-only: every confirmation is kept.';
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
  'A confirmed screenshot that was drawn for an audit: its new views are held until a new screenshot is confirmed.';
comment on column attestation_audits.fraud_hold_id is 'The hold''s state is the state of the audit.';
comment on column attestation_audits.share_percent is 'The probability of an audit, and the number that was drawn below it.';
create index attestation_audits_due on attestation_audits (due_at);
create index attestation_audits_submission on attestation_audits (submission_id);
revoke update, delete on attestation_audits from permille_app;
