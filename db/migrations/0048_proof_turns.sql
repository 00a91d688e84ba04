-- Since when a clip's screenshots wait for people: one that takes the place of an undecided one keeps its place in line.
alter table view_attestations add column waiting_since timestamptz;
update view_attestations set waiting_since = sent_at;
alter table view_attestations alter column waiting_since set not null;
drop index view_attestations_undecided;
create index view_attestations_undecided on view_attestations (waiting_since, id) where decision is null and replaced_at is null;
create index view_attestations_sent on view_attestations (submission_id, sent_at);
-- Whose screenshots were read lately.
create index view_attestations_read on view_attestations (read_at) where read_at is not null;
