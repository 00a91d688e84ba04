set local lock_timeout = '2s';
create index accruals_accrued_at on accruals using brin (accrued_at timestamptz_minmax_multi_ops);
comment on index accruals_accrued_at is 'What was earned in the last week is summed every hour, and accruals are kept for ever. They are written in the order of time, so a few pages of summaries tell which to read; a released one that moved to another page widens none.';
