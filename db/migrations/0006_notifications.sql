create table notifications (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null,
  title text not null,
  body text not null,
  link text not null,
  created_at timestamptz not null,
  read_at timestamptz,
  mail text not null default 'none' constraint notifications_mail_known check (mail in ('none', 'waiting', 'done'))
);
comment on table notifications is 'What stands under the bell, and whether it is mailed as well.';
comment on column notifications.mail is
  'Mailed too? Settled by topic and the person''s choice when the notification is written; the mail is made from '
  'the row afterwards, once.';
create index notifications_mail on notifications (created_at, id) where mail = 'waiting';
create index notifications_unread on notifications (user_id) where read_at is null;
create index notifications_user on notifications (user_id, created_at desc, id desc);

create table notification_preferences (
  user_id uuid not null references users (id) on delete cascade,
  topic text not null,
  by_mail boolean not null,
  primary key (user_id, topic)
);
comment on table notification_preferences is 'Only what differs from the default has a row.';
