set local lock_timeout = '2s';
create index fraud_holds_undecided on fraud_holds (decide_by, id) where state in ('open', 'escalated');
comment on index fraud_holds_undecided is 'The holds of the admins'' inbox, the next deadline first.';
