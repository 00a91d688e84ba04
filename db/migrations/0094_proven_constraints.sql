set local lock_timeout = '2s';
-- Release 0.3.0 added these checks without proving the rows that were there before.
alter table clip_files validate constraint clip_files_state_known;
alter table clip_tracking validate constraint clip_tracking_score_evidence_known;
alter table clip_tracking validate constraint clip_tracking_trouble_known;
alter table outbound_emails validate constraint outbound_emails_state_known;
