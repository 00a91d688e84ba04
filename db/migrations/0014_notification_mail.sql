-- Told by mail too? Settled when the notification is written, by its topic and the person's choice; the mail itself is
-- made from the row afterwards, once.
alter table notifications add column mail text not null default 'none' check (mail in ('none', 'waiting', 'done'));
create index notifications_mail on notifications (created_at, id) where mail = 'waiting';
create index notifications_unread on notifications (user_id) where read_at is null;

-- Only what differs from the default has a row.
create table notification_preferences (
  user_id uuid not null references users (id) on delete cascade,
  topic text not null,
  by_mail boolean not null,
  primary key (user_id, topic)
);
