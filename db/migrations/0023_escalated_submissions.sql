create index submissions_escalated on submissions (decide_by, id)
  where status = 'pending' and escalated and decision is null;
comment on index submissions_escalated is 'What waits for an admin, of all that is pending.';
create index fraud_holds_undecided on fraud_holds (decide_by, id) where state in ('open', 'escalated');
comment on index fraud_holds_undecided is 'The holds of the admins'' inbox, the next deadline first.';
create index appeals_undecided on appeals (decide_by, id) where state in ('open', 'escalated');
comment on index appeals_undecided is 'The appeals of the admins'' inbox, the next deadline first.';
