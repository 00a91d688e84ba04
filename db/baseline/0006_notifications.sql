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
  'Transactional outbox: a mail is written with the change that it reports, and sent after the commit.';
comment on column outbound_emails.state is 'kept: never sent, because the demo generated its reader; the outbox shows it.';
comment on column outbound_emails.button_labels is
  'Labels of the HTML''s buttons, in the order of the links that are separate paragraphs.';
comment on column outbound_emails.unsubscribe_url is
  'Unsubscribes without a sign-in (RFC 8058); null: account mails, which are always sent.';
comment on column outbound_emails.unsubscribe_about is 'The subject of such mails, in the reader''s words.';
comment on column outbound_emails.asked_for is
  'Its reader has just requested it, so it is sent even if mails to the address bounced.';
comment on column outbound_emails.refused_at is 'When the address''s server refused it, or a report said that it bounced.';
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
  'Addresses that get no mails until they are confirmed again. bounce: the mailbox does not exist, by its server''s '
  'answer or a report (RFC 3464). complaint: the reader reported a mail as spam (RFC 5965); mails about account and '
  'money are still sent.';
comment on column mail_suppressions.detail is 'The text of the server or the report.';

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
comment on table notifications is 'The entries under the bell, and whether they are mailed as well.';
comment on column notifications.mail is
  'Whether it is also mailed. The topic and the person''s choice decide when the notification is written; the mail is '
  'made from the row later, once.';
comment on column notifications.in_app is
  'Shown under the bell. False: the person wants this topic through other channels only.';
create index notifications_mail on notifications (created_at, id) where mail = 'waiting';
create index notifications_never_read on notifications (created_at) where read_at is null;
comment on index notifications_never_read is 'Unread notifications old enough to be deleted.';
create index notifications_read on notifications (read_at) where read_at is not null;
comment on index notifications_read is 'Read notifications old enough to be deleted.';
create index notifications_unread on notifications (user_id) where read_at is null;
create index notifications_user on notifications (user_id, created_at desc, id desc);

create table notification_preferences (
  user_id uuid not null references users (id) on delete cascade,
  topic text not null,
  by_mail boolean not null,
  primary key (user_id, topic)
);
comment on table notification_preferences is 'Only choices that differ from the default have a row.';

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
  'The channels and times at which a person is notified of a topic; channels, topics and defaults are in '
  'contract/notifications/notifications.ts. Only choices that differ from the default have a row.';

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
  'A notification on its way through one channel to one target, written with it. Kept for 30 days after its end.';
comment on column notification_deliveries.target_id is 'The person for mail, the browser (push_subscriptions) for push.';
comment on column notification_deliveries.state is
  'dropped: no longer wanted, because it was read, is too late or its target is gone.';
comment on column notification_deliveries.due_at is
  'When it is sent: at once, with the next digest, or with the next attempt.';
comment on column notification_deliveries.lease_id is
  'The lease of the running attempt; only its holder records the result. When a process dies, others take the row after '
  'the lease.';
comment on constraint notification_deliveries_once on notification_deliveries is
  'A notification goes to a target once, however often it is written.';
create index notification_deliveries_due on notification_deliveries (channel, due_at, id) where state = 'waiting';
comment on index notification_deliveries_due is 'Waiting deliveries of each channel.';
create index notification_deliveries_ended_at on notification_deliveries (ended_at) where state <> 'waiting';
comment on index notification_deliveries_ended_at is 'Deliveries old enough to be deleted.';
create index notification_deliveries_user on notification_deliveries (user_id, channel) where state = 'waiting';
comment on index notification_deliveries_user is 'A person''s waiting deliveries: for a digest, or to drop after a choice.';

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
  'The VAPID keys that identify this server to push services (RFC 8292), generated once; not used when VAPID_PUBLIC_KEY '
  'and VAPID_PRIVATE_KEY are set.';

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
  'Browsers that show notifications. A subscription ends with its session, so a browser shows nothing about a person '
  'who signed out.';
comment on column push_subscriptions.sealed is
  'The browser''s URL and keys at its push service, as JSON: whoever has them can send to the browser.';
comment on column push_subscriptions.host is 'Host of the push service.';
comment on column push_subscriptions.shows_details is
  'Whether the screen of this device may show titles and texts with names and amounts.';
create index push_subscriptions_session on push_subscriptions (session_id);
comment on index push_subscriptions_session is 'Subscriptions that end with a session.';
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
  'Copies the choices that a process of 0.2.0 writes; it is removed with notification_preferences in a later release.';

create trigger write_mail_preference after insert or update on notification_preferences
  for each row execute function write_mail_preference();
