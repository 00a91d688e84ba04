set local lock_timeout = '2s';
alter table connections add column answered_at timestamptz;
comment on column connections.answered_at is
  'When its platform last renewed or confirmed its tokens. Null: never since this is noted.';
create index connections_answered on connections (platform, answered_at) where state = 'active';

create table account_refusals (
  connection_id uuid not null references connections (id) on delete cascade,
  api text not null constraint account_refusals_api_known check (api in ('posts', 'tokens', 'analytics')),
  first_at timestamptz not null,
  last_at timestamptz not null,
  times int not null constraint account_refusals_times_positive check (times > 0),
  blamed_at timestamptz,
  detail text not null,
  primary key (connection_id, api),
  constraint account_refusals_in_order check (last_at >= first_at)
);
comment on table account_refusals is
  'Refusals in a row that blame one account, until its platform answers or it is connected again. While many accounts are refused at once, none of them is blamed.';
comment on column account_refusals.api is 'What was asked for: posts, new tokens or the account itself, or the analytics that it releases.';
comment on column account_refusals.blamed_at is 'When the refusal was found to be the account''s own. Null: it is being weighed.';

create table app_refusals (
  platform text not null
    constraint app_refusals_platform_known check (platform in ('tiktok', 'youtube', 'instagram', 'twitch')),
  api text not null constraint app_refusals_api_known check (api in ('posts', 'tokens', 'analytics')),
  since timestamptz not null,
  last_at timestamptz not null,
  counted_at timestamptz not null,
  is_inferred boolean not null,
  detail text not null,
  primary key (platform, api)
);
comment on table app_refusals is 'A platform that refuses our own app or keys, until it answers again.';
comment on column app_refusals.is_inferred is
  'The platform blames the accounts, but refuses so many people at once that its refusal is taken to be of the app.';
comment on column app_refusals.counted_at is 'When the refused people were last counted.';
