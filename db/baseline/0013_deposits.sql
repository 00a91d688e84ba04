create table deposits (
  id uuid primary key,
  host_id uuid not null references users (id),
  rail text not null constraint deposits_rail_known check (rail in ('test', 'bank', 'stripe')),
  amount_micros bigint not null
    constraint deposits_amount_micros_whole_cents check (amount_micros > 0 and amount_micros % 10000 = 0),
  state text not null
    constraint deposits_state_known check (state in ('created', 'confirmed', 'failed', 'disputed', 'charged_back')),
  reference text not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  failure text,
  session_id text unique,
  checkout_url text,
  pending_since timestamptz,
  due_at timestamptz,
  tries int not null default 0,
  frozen_at timestamptz,
  bank_reference text,
  questioned_at timestamptz,
  earnings_decided_at timestamptz
);
comment on table deposits is 'Money that a host adds. Confirmed deposits are funding lots: spending takes the oldest first.';
comment on column deposits.failure is 'Why it failed, or a mismatch that a person must review.';
comment on column deposits.session_id is
  'The processor''s checkout page of this deposit: always the same one, because it is requested with the deposit''s id.';
comment on column deposits.pending_since is
  'Paid with a method that takes days: the processor has not reported yet whether the money arrives.';
comment on column deposits.due_at is 'When the processor is polled next, in case its message was lost.';
comment on column deposits.frozen_at is
  'An early fraud warning or a lost dispute: the host''s balance can''t be spent until an admin lifts it.';
comment on column deposits.bank_reference is 'The bank''s reference of the transfer that confirmed it.';
comment on column deposits.questioned_at is
  'When a bank questioned a card payment that was still seasoning. Earnings that it paid and that were released by then '
  'wait for the bank and, if the payment is lost, for an admin; null: nothing waits.';
comment on column deposits.earnings_decided_at is
  'When an admin decided on earnings that waited because the payment was lost: from then on the payment no longer seasons.';
create unique index deposits_bank_ask on deposits (reference) where rail = 'bank';
comment on index deposits_bank_ask is 'A bank transfer is recognized by its reference.';
create unique index deposits_bank_reference on deposits (bank_reference) where bank_reference is not null;
comment on index deposits_bank_reference is 'One transfer at the bank confirms one deposit.';
create index deposits_by_amount on deposits (amount_micros, id);
comment on index deposits_by_amount is 'Admins'' list by amount.';
create index deposits_by_card on deposits (confirmed_at) where rail = 'stripe';
comment on index deposits_by_card is 'The Earnings page reads which card deposits still season: few of very many.';
create index deposits_due on deposits (due_at) where due_at is not null;
create index deposits_earnings_wait on deposits (confirmed_at) where questioned_at is not null;
comment on index deposits_earnings_wait is 'Every payout reads these deposits: few of very many.';
create index deposits_host on deposits (host_id, created_at desc, id desc);
create index deposits_newest on deposits (created_at desc, id desc);
create index deposits_questioned on deposits (host_id) where (state = 'disputed') or (frozen_at is not null);
comment on index deposits_questioned is 'A host whose payment is in question can''t spend.';

create table card_payments (
  payment_intent text primary key,
  deposit_id uuid references deposits (id) unique,
  fingerprint text,
  fee_micros bigint constraint card_payments_fee_micros_not_negative check (fee_micros >= 0),
  refunded_micros bigint not null default 0
    constraint card_payments_refunded_micros_not_negative check (refunded_micros >= 0),
  refunded_as_of timestamptz,
  warned_at timestamptz,
  seen_at timestamptz not null,
  payer_email text
);
comment on table card_payments is
  'The processor''s messages about a payment, in any order, even before the deposit is known to be paid.';
comment on column card_payments.fingerprint is 'The same card or bank account has the same fingerprint.';
comment on column card_payments.refunded_micros is
  'The total refunded, and the moment of the newest message about it: older messages change nothing.';
comment on column card_payments.payer_email is 'The payer''s email, according to the processor.';
create index card_payments_fingerprint on card_payments (fingerprint) where fingerprint is not null;

create table deposit_refunds (
  id uuid primary key,
  deposit_id uuid not null references deposits (id),
  amount_micros bigint not null
    constraint deposit_refunds_amount_micros_whole_cents check (amount_micros > 0 and amount_micros % 10000 = 0),
  state text not null
    constraint deposit_refunds_state_known
      check (state in ('requested', 'declined', 'refunding', 'refunded', 'refund_failed')),
  cause text not null constraint deposit_refunds_cause_known check (cause in ('self', 'request', 'processor')),
  loss_micros bigint not null default 0,
  processor_id text unique,
  reference text,
  failure text,
  due_at timestamptz,
  tries int not null default 0,
  created_at timestamptz not null,
  finished_at timestamptz,
  constraint deposit_refunds_loss_within_amount check (loss_micros between 0 and amount_micros)
);
comment on table deposit_refunds is 'Refunds of a deposit.';
comment on column deposit_refunds.cause is
  'self: within 30 days; request: an admin must agree first; processor: made at the processor, not here.';
comment on column deposit_refunds.loss_micros is
  'The part of the amount that the host had already spent when the processor refunded it.';
comment on constraint deposit_refunds_loss_within_amount on deposit_refunds is 'A loss is at most the refund.';
create index deposit_refunds_deposit on deposit_refunds (deposit_id);
create index deposit_refunds_due on deposit_refunds (due_at) where due_at is not null;
create index deposit_refunds_open on deposit_refunds (created_at, id) where state in ('requested', 'refunding');

create table processor_refunds (
  processor_id text primary key,
  payment_intent text not null references card_payments (payment_intent),
  amount_micros bigint not null constraint processor_refunds_amount_micros_not_negative check (amount_micros >= 0),
  failed boolean not null default false
);
comment on table processor_refunds is
  'Individual refunds that were made at the processor. Messages about them and about the total arrive in any order; the '
  'booked amount is derived from both.';
create index processor_refunds_payment on processor_refunds (payment_intent);

create table deposit_disputes (
  id text primary key,
  payment_intent text not null references card_payments (payment_intent),
  amount_micros bigint not null constraint deposit_disputes_amount_micros_not_negative check (amount_micros >= 0),
  reason text not null,
  outcome text constraint deposit_disputes_outcome_known check (outcome in ('won', 'lost')),
  withdrawn boolean not null default false,
  reinstated boolean not null default false,
  host_micros bigint not null default 0 constraint deposit_disputes_host_micros_not_negative check (host_micros >= 0),
  loss_micros bigint not null default 0 constraint deposit_disputes_loss_micros_not_negative check (loss_micros >= 0),
  moves int not null default 0,
  opened_at timestamptz not null,
  closed_at timestamptz,
  due_at timestamptz,
  tries int not null default 0,
  fee_micros bigint not null default 0 constraint deposit_disputes_fee_micros_not_negative check (fee_micros >= 0),
  fee_returned_micros bigint not null default 0
    constraint deposit_disputes_fee_returned_micros_not_negative check (fee_returned_micros >= 0),
  booked_fee_micros bigint not null default 0,
  fee_moves int not null default 0,
  evidence_due_at timestamptz,
  has_evidence boolean not null default false
);
comment on table deposit_disputes is
  'A chargeback: the bank takes a card payment back. The booked amounts are derived from all messages about it, which '
  'arrive late and in any order.';
comment on column deposit_disputes.host_micros is
  'The booked amount, and the number of its movements, which is part of the ledger''s key.';
comment on column deposit_disputes.due_at is
  'An open dispute freezes its host: when the processor is polled for its state, in case a message was lost.';
comment on column deposit_disputes.fee_micros is 'The processor''s fee for the dispute: the highest of any message.';
comment on column deposit_disputes.fee_returned_micros is 'The part of the fee that the processor returned.';
comment on column deposit_disputes.booked_fee_micros is 'The part of the fee that is in the ledger.';
comment on column deposit_disputes.fee_moves is
  'The number of the fee''s ledger entries, which is part of the next one''s key.';
comment on column deposit_disputes.evidence_due_at is
  'The processor''s deadline for evidence; null: it requires none, or has not reported it.';
comment on column deposit_disputes.has_evidence is 'Evidence was sent to the processor.';
create index deposit_disputes_due on deposit_disputes (due_at) where due_at is not null;
create index deposit_disputes_payment on deposit_disputes (payment_intent);
