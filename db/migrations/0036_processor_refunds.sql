-- Refunds that were made at the processor, one by one, as it told of them. Their messages come in any order beside those
-- about the total; what is booked follows from both.
create table processor_refunds (
  processor_id text primary key,
  payment_intent text not null references card_payments (payment_intent),
  amount_micros bigint not null check (amount_micros >= 0),
  failed boolean not null default false
);
create index processor_refunds_payment on processor_refunds (payment_intent);

insert into processor_refunds (processor_id, payment_intent, amount_micros, failed)
select r.processor_id, p.payment_intent, r.amount_micros, r.state = 'refund_failed'
from deposit_refunds r join card_payments p on p.deposit_id = r.deposit_id
where r.cause = 'processor' and r.processor_id is not null;
