set local lock_timeout = '2s';
create index submissions_escalated on submissions (decide_by, id)
  where status = 'pending' and escalated and decision is null;
comment on index submissions_escalated is 'What waits for an admin, of all that is pending.';
