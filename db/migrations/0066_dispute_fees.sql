-- What the processor took for a dispute, and what of it it gave back: the most that any message told, because messages come
-- late and in any order. `booked_fee_micros` is what of it is in the ledger; `fee_moves` counts its entries, and names the next.
alter table deposit_disputes
  add column fee_micros bigint not null default 0 check (fee_micros >= 0),
  add column fee_returned_micros bigint not null default 0 check (fee_returned_micros >= 0),
  add column booked_fee_micros bigint not null default 0,
  add column fee_moves int not null default 0;
