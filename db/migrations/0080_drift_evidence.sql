set local lock_timeout = '2s';
alter table score_drifts add column evidence text not null default 'counts'
  constraint score_drifts_evidence_known check (evidence in ('counts', 'analytics'));
create unique index score_drifts_one_open_of_class on score_drifts (platform, size, evidence) where closed_at is null;
comment on index score_drifts_one_open_of_class is 'A class has at most one drift that stands.';
drop index score_drifts_one_open;
