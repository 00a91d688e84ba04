set local lock_timeout = '2s';

alter table deposits add column questioned_at timestamptz, add column earnings_decided_at timestamptz;
comment on column deposits.questioned_at is 'When a bank questioned a card payment that still seasoned. What it had paid to clippers and was released by then waits for the bank and, once the payment is lost, for an admin; null: nothing waits.';
comment on column deposits.earnings_decided_at is 'When an admin decided on earnings that waited because the payment was lost: it seasons no longer.';

create index deposits_earnings_wait on deposits (confirmed_at) where questioned_at is not null;
comment on index deposits_earnings_wait is 'Whoever is paid asks for them: few of very many.';

-- Only what has not left yet can wait.
update deposits d set questioned_at = greatest(i.opened_at, d.confirmed_at)
from (
  select p.deposit_id, min(i.opened_at) as opened_at
  from deposit_disputes i join card_payments p on p.payment_intent = i.payment_intent
  where i.outcome is distinct from 'won' group by p.deposit_id
) i
where i.deposit_id = d.id and d.state in ('disputed', 'charged_back') and d.confirmed_at > now() - interval '14 days';
