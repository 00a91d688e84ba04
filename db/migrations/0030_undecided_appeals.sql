set local lock_timeout = '2s';
create index appeals_undecided on appeals (decide_by, id) where state in ('open', 'escalated');
comment on index appeals_undecided is 'The appeals of the admins'' inbox, the next deadline first.';
