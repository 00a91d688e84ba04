set local lock_timeout = '2s';

alter table connections add column analytics_released_at timestamptz;
comment on column connections.analytics_released_at is 'Since when the account''s owner releases its analytics. Null: counts alone are read. It ends with the connection, whoever ends that.';

alter table connection_attempts add column releases uuid;
comment on column connection_attempts.releases is 'The connection whose analytics the person releases by this consent; null: the consent connects an account.';

alter table fraud_holds add column by_analytics boolean not null default false;
comment on column fraud_holds.by_analytics is 'What the clip''s owner released speaks against its views. Once the release is taken back, time lets nothing go: an admin decides.';

create table clip_analytics (
  submission_id uuid not null,
  connection_id uuid not null,
  next_read_at timestamptz,
  read_at timestamptz,
  until_at timestamptz,
  figures jsonb,
  constraint clip_analytics_pkey primary key (submission_id),
  constraint clip_analytics_read check ((read_at is null) = (figures is null) and (read_at is null) = (until_at is null)),
  constraint clip_analytics_submission foreign key (submission_id) references submissions on delete cascade,
  constraint clip_analytics_connection foreign key (connection_id) references connections on delete cascade
);
create index clip_analytics_connection on clip_analytics (connection_id);
create index clip_analytics_due on clip_analytics (next_read_at) where next_read_at is not null;
comment on table clip_analytics is 'A clip whose owner releases its analytics, and when they are read.';
comment on column clip_analytics.connection_id is 'The connection under whose consent they are read: the one that lives, where the account was connected again.';
comment on column clip_analytics.next_read_at is 'Null: not read any more.';
comment on column clip_analytics.read_at is 'When the platform last answered with figures.';
comment on column clip_analytics.until_at is 'Up to when it had them.';
comment on column clip_analytics.figures is 'Those of all its stretches as one, in the form of contract/clip-analytics.ts.';

create table clip_analytics_stretches (
  submission_id uuid not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  read_at timestamptz not null,
  figures jsonb not null,
  constraint clip_analytics_stretches_pkey primary key (submission_id, from_at),
  constraint clip_analytics_stretches_clip foreign key (submission_id) references clip_analytics on delete cascade,
  constraint clip_analytics_stretches_forward check (to_at > from_at)
);
comment on table clip_analytics_stretches is 'What the platform showed the owner of a clip about its views between two moments.';
comment on column clip_analytics_stretches.figures is 'In the form of contract/clip-analytics.ts.';

create function end_analytics() returns trigger language plpgsql as $$
begin
  new.analytics_released_at := null;
  return new;
end $$;
comment on function end_analytics() is 'A connection that is not active releases nothing, whichever way it ended.';
create trigger end_analytics before update on connections for each row
  when (new.state <> 'active' and new.analytics_released_at is not null) execute function end_analytics();

create function delete_analytics() returns trigger language plpgsql as $$
begin
  delete from clip_analytics where connection_id = new.id;
  return null;
end $$;
comment on function delete_analytics() is 'What was read under a release goes with it, in the same transaction.';
create trigger delete_analytics after update on connections for each row
  when (old.analytics_released_at is not null and new.analytics_released_at is null) execute function delete_analytics();
