set local lock_timeout = '2s';
create index payouts_id_end on payouts (right(id::text, 8));
comment on index payouts_id_end is 'The eight characters by which pages and logs name it.';
create index payouts_reference on payouts (reference) where reference is not null;
comment on index payouts_reference is 'Finds a payout by what PayPal or the bank calls it.';
