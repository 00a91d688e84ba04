set local lock_timeout = '2s';
create table statement_months (
  month text not null,
  reached uuid,
  done_at timestamptz,
  constraint statement_months_pkey primary key (month)
);
comment on table statement_months is 'Whose statement of a month was announced: people in the order of their ids, each in the transaction that moves on.';
comment on column statement_months.month is 'In UTC, such as 2026-10.';
comment on column statement_months.reached is 'The last person whose statement was drawn; null before the first and after the last.';
