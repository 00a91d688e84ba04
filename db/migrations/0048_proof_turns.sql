-- Since when a clip's screenshots wait for people: one that takes the place of an undecided one keeps its place in line.
alter table clip_proofs add column waiting_since timestamptz;
update clip_proofs set waiting_since = sent_at;
alter table clip_proofs alter column waiting_since set not null;
drop index clip_proofs_undecided;
create index clip_proofs_undecided on clip_proofs (waiting_since, id) where decision is null and replaced_at is null;
create index clip_proofs_sent on clip_proofs (submission_id, sent_at);
-- Whose screenshots were read lately.
create index clip_proofs_read on clip_proofs (read_at) where read_at is not null;
