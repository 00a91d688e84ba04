set local lock_timeout = '2s';
create index deposits_by_amount on deposits (amount_micros, id);
comment on index deposits_by_amount is 'Admins'' list by amount.';
