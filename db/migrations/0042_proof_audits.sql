-- A confirmed screenshot that was drawn for an audit: its new views are on hold until a fresh one is confirmed.
create table attestation_audits (
  attestation_id uuid primary key references view_attestations (id),
  submission_id uuid not null references submissions (id),
  -- its state is the audit's
  fraud_hold_id uuid not null unique references fraud_holds (id),
  -- the chance that it had, and the number that was drawn under it
  share_percent int not null check (share_percent between 1 and 100),
  drawn int not null check (drawn between 0 and 99),
  opened_at timestamptz not null,
  due_at timestamptz not null
);
create index attestation_audits_due on attestation_audits (due_at);
create index attestation_audits_submission on attestation_audits (submission_id);
revoke update, delete on attestation_audits from permille_app;
