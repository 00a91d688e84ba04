set local lock_timeout = '2s';
alter table deposit_disputes add column evidence_due_at timestamptz, add column has_evidence boolean not null default false;
comment on column deposit_disputes.evidence_due_at is 'By when the processor takes evidence; null: it asks for none, or has not said.';
comment on column deposit_disputes.has_evidence is 'Evidence was sent to the processor.';
