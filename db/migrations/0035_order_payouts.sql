set local lock_timeout = '2s';
create index payouts_finished_amount on payouts (amount_micros, id)
  where state in ('paid', 'failed', 'canceled', 'returned');
comment on index payouts_finished_amount is 'Finished payouts by amount; those to do are few and sorted.';
