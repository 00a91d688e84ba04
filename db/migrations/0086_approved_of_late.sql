set local lock_timeout = '2s';

create index submissions_approved_at on submissions (approved_at) where status = 'approved';
comment on index submissions_approved_at is 'What was approved of late: settled between sweeps, as counts are.';
