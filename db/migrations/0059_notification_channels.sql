set local lock_timeout = '2s';
alter table notifications add column in_app boolean not null default true;
comment on column notifications.in_app is 'Shown under the bell. False: its person wants this topic by other channels only.';

create table notification_channel_preferences (
  user_id uuid not null,
  topic text not null,
  channel text not null,
  timing text not null,
  constraint notification_channel_preferences_pkey primary key (user_id, topic, channel),
  constraint notification_channel_preferences_user foreign key (user_id) references users on delete cascade,
  constraint notification_channel_preferences_timing_known check (timing in ('now', 'daily', 'weekly', 'off'))
);
comment on table notification_channel_preferences is
  'By which channel a person is notified of a topic, and when; channels, topics and defaults are in contract/notifications.ts. Only what differs from the default has a row.';

insert into notification_channel_preferences (user_id, topic, channel, timing)
  select user_id, topic, 'mail', case when by_mail then 'now' else 'off' end from notification_preferences;

create function write_mail_preference() returns trigger language plpgsql as $$
begin
  insert into notification_channel_preferences (user_id, topic, channel, timing)
    values (new.user_id, new.topic, 'mail', case when new.by_mail then 'now' else 'off' end)
    on conflict (user_id, topic, channel) do update set timing = excluded.timing;
  return null;
end $$;
comment on function write_mail_preference() is
  'Takes over what a process of 0.2.0 writes; it goes with notification_preferences in a later release.';
create trigger write_mail_preference after insert or update on notification_preferences
  for each row execute function write_mail_preference();

create table notification_deliveries (
  id uuid not null default gen_random_uuid(),
  notification_id uuid not null,
  user_id uuid not null,
  topic text not null,
  channel text not null,
  target_id uuid not null,
  timing text not null,
  state text not null default 'waiting',
  due_at timestamptz not null,
  attempts integer not null default 0,
  lease_id uuid,
  leased_until timestamptz,
  ended_at timestamptz,
  last_error text,
  constraint notification_deliveries_pkey primary key (id),
  constraint notification_deliveries_notification foreign key (notification_id) references notifications on delete cascade,
  constraint notification_deliveries_user foreign key (user_id) references users on delete cascade,
  constraint notification_deliveries_once unique (notification_id, channel, target_id),
  constraint notification_deliveries_timing_known check (timing in ('now', 'daily', 'weekly')),
  constraint notification_deliveries_state_known check (state in ('waiting', 'sent', 'dropped', 'failed')),
  constraint notification_deliveries_ended check ((state = 'waiting') = (ended_at is null)),
  constraint notification_deliveries_lease_ends check ((lease_id is null) = (leased_until is null))
);
comment on table notification_deliveries is
  'A notification on its way by one channel to one place, written with it. Kept for 30 days after it ended.';
comment on column notification_deliveries.target_id is 'The person for mail, the browser (push_subscriptions) for push.';
comment on column notification_deliveries.state is 'dropped: nobody wants it any more, as it was read, is too late or its place is gone.';
comment on column notification_deliveries.due_at is 'When it leaves: at once, with the next digest, or with the next attempt.';
comment on column notification_deliveries.lease_id is
  'Of the attempt that runs; only who holds it notes the result. A process that dies leaves the row to others when the lease ends.';
comment on constraint notification_deliveries_once on notification_deliveries is
  'However often it is written, a notification goes to a place once.';
create index notification_deliveries_due on notification_deliveries (channel, due_at, id) where state = 'waiting';
comment on index notification_deliveries_due is 'What waits for each channel.';
create index notification_deliveries_user on notification_deliveries (user_id, channel) where state = 'waiting';
comment on index notification_deliveries_user is 'What waits for a person: a digest, or what is dropped with a choice.';
create index notification_deliveries_ended_at on notification_deliveries (ended_at) where state <> 'waiting';
comment on index notification_deliveries_ended_at is 'What is old enough to be deleted.';
