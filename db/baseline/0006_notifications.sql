create table outbound_emails (
  id uuid primary key,
  to_address text not null,
  subject text not null,
  body_text text not null,
  state text not null default 'waiting'
    constraint outbound_emails_state_known
  check (state in ('waiting', 'sent', 'failed', 'kept')),
  attempts int not null default 0,
  next_attempt_at timestamptz not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  last_error text,
  button_labels text[] not null default '{}',
  unsubscribe_url text,
  unsubscribe_about text,
  asked_for boolean not null default false,
  refused_at timestamptz,
  constraint outbound_emails_unsubscribe_whole check ((unsubscribe_url is null) = (unsubscribe_about is null))
);
comment on table outbound_emails is
  'Transactional outbox: a mail is written with the change it tells of and leaves after the commit.';
comment on column outbound_emails.state is 'kept: never sent, because its reader is somebody whom the demo made; the outbox shows it.';
comment on column outbound_emails.button_labels is 'What stands, in the HTML of the mail, on its links of their own, in their order.';
comment on column outbound_emails.unsubscribe_url is 'Ends such mails without signing in (RFC 8058); null: account mails, which always come.';
comment on column outbound_emails.unsubscribe_about is 'What such mails are about, as its reader sees it.';
comment on column outbound_emails.asked_for is 'Its reader asked for it a moment ago, so it is tried even where mails came back.';
comment on column outbound_emails.refused_at is 'When the server of the address refused it, or a report said that it came back.';
create index outbound_emails_created_at on outbound_emails (created_at desc, id desc);
create index outbound_emails_waiting on outbound_emails (next_attempt_at) where state = 'waiting';

create table mail_suppressions (
  address text not null,
  reason text not null,
  detail text not null,
  suppressed_at timestamptz not null,
  constraint mail_suppressions_pkey primary key (address),
  constraint mail_suppressions_lower_case check (address = lower(address)),
  constraint mail_suppressions_reason_known check (reason in ('bounce', 'complaint'))
);
comment on table mail_suppressions is
  'Addresses that get no mails until they are confirmed again. bounce: nobody is there, by the answer of their server or a report (RFC 3464). complaint: their reader called a mail spam (RFC 5965); mails about account and money still go there.';
comment on column mail_suppressions.detail is 'What the server or the report said.';

create table notifications (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null,
  title text not null,
  body text not null,
  link text not null,
  created_at timestamptz not null,
  read_at timestamptz,
  mail text not null default 'none' constraint notifications_mail_known check (mail in ('none', 'waiting', 'done')),
  in_app boolean not null default true
);
comment on table notifications is 'What stands under the bell, and whether it is mailed as well.';
comment on column notifications.mail is
  'Mailed too? Settled by topic and the person''s choice when the notification is written; the mail is made from '
  'the row afterwards, once.';
comment on column notifications.in_app is 'Shown under the bell. False: its person wants this topic by other channels only.';
create index notifications_mail on notifications (created_at, id) where mail = 'waiting';
create index notifications_never_read on notifications (created_at) where read_at is null;
comment on index notifications_never_read is 'What nobody read for so long that it is deleted.';
create index notifications_read on notifications (read_at) where read_at is not null;
comment on index notifications_read is 'What was read long enough ago to be deleted.';
create index notifications_unread on notifications (user_id) where read_at is null;
create index notifications_user on notifications (user_id, created_at desc, id desc);

create table notification_preferences (
  user_id uuid not null references users (id) on delete cascade,
  topic text not null,
  by_mail boolean not null,
  primary key (user_id, topic)
);
comment on table notification_preferences is 'Only what differs from the default has a row.';

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
create index notification_deliveries_ended_at on notification_deliveries (ended_at) where state <> 'waiting';
comment on index notification_deliveries_ended_at is 'What is old enough to be deleted.';
create index notification_deliveries_user on notification_deliveries (user_id, channel) where state = 'waiting';
comment on index notification_deliveries_user is 'What waits for a person: a digest, or what is dropped with a choice.';

create table push_keys (
  id uuid not null default gen_random_uuid(),
  only_row boolean not null default true,
  public_key text not null,
  private_key_sealed text not null,
  created_at timestamptz not null,
  constraint push_keys_pkey primary key (only_row),
  constraint push_keys_one_row check (only_row)
);
comment on table push_keys is
  'By which push services know this server (VAPID, RFC 8292), made once; not used where VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are set.';

create table push_subscriptions (
  id uuid not null,
  user_id uuid not null,
  session_id uuid not null,
  endpoint_hash bytea not null,
  sealed text not null,
  host text not null,
  shows_details boolean not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  constraint push_subscriptions_pkey primary key (id),
  constraint push_subscriptions_user foreign key (user_id) references users on delete cascade,
  constraint push_subscriptions_session foreign key (session_id) references sessions on delete cascade,
  constraint push_subscriptions_endpoint unique (endpoint_hash),
  constraint push_subscriptions_endpoint_is_hashed check (octet_length(endpoint_hash) = 32)
);
comment on table push_subscriptions is
  'Browsers that show notifications. One ends with the session in which it was made, so a browser shows nothing of who signed out of it.';
comment on column push_subscriptions.sealed is
  'Address and keys of the browser at its push service, as JSON: whoever has them can write to the browser.';
comment on column push_subscriptions.host is 'Of the push service.';
comment on column push_subscriptions.shows_details is
  'Whether titles and texts, with names and amounts, may stand on the screen of this device.';
create index push_subscriptions_session on push_subscriptions (session_id);
comment on index push_subscriptions_session is 'What ends with a session.';
create index push_subscriptions_user on push_subscriptions (user_id, created_at);
comment on index push_subscriptions_user is 'The browsers of a person.';

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
