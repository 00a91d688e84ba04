-- A confirmed screenshot that was drawn for an audit: its new views are on hold until a fresh one is confirmed.
create table proof_audits (
  proof_id uuid primary key references clip_proofs (id),
  submission_id uuid not null references submissions (id),
  -- its state is the audit's
  hold_id uuid not null unique references holds (id),
  -- the chance that it had, and the number that was drawn under it
  share_percent int not null check (share_percent between 1 and 100),
  drawn int not null check (drawn between 0 and 99),
  opened_at timestamptz not null,
  due_at timestamptz not null
);
create index proof_audits_due on proof_audits (due_at);
create index proof_audits_submission on proof_audits (submission_id);
revoke update, delete on proof_audits from permille_app;
