set local lock_timeout = '2s';
create index submissions_clock_not_started on submissions (submitted_at) where status = 'pending' and decision_started_at is null;
comment on index submissions_clock_not_started is 'Clips whose host''s time to decide has not begun: looked up every few seconds, among all that wait for a decision.';
