set local lock_timeout = '2s';
alter table clip_tracking add column score_evidence text not null default 'counts';
alter table clip_tracking add constraint clip_tracking_score_evidence_known
  check (score_evidence in ('counts', 'analytics')) not valid;
comment on column clip_tracking.score_evidence is 'What the score is made of: counts alone, or also analytics that the account''s owner released. Scores are compared with those of clips that were judged by the same.';
