set local lock_timeout = '2s';
alter table clip_audits add column fresh_micros bigint constraint clip_audits_fresh_micros_positive check (fresh_micros > 0);
comment on column clip_audits.fresh_micros is
  'The money for which this audit was drawn. Null: drawn by a process of the release before.';
update clip_audits a set fresh_micros = (
  select nullif((l.data ->> 'freshMicros')::bigint, 0) from audit_log l
  where l.subject_type = 'submission' and l.subject_id = a.submission_id and l.action = 'clip_audit.drawn'
    and l.data ->> 'fraudHoldId' = a.fraud_hold_id::text limit 1);
create index fraud_holds_upheld on fraud_holds (submission_id) where state = 'upheld';

create table market_prices (
  only_one boolean not null default true constraint market_prices_pkey primary key
    constraint market_prices_only_one check (only_one),
  bought_views_micros bigint not null
    constraint market_prices_bought_views_micros_positive check (bought_views_micros > 0),
  set_at timestamptz not null
);
comment on table market_prices is
  'One row once an admin set it: the price of 1,000 bought views on the market, which the promise to hosts shows.';
grant select, insert, update, delete on market_prices to permille_app;
