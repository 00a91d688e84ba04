set local lock_timeout = '2s';
create index users_few on users (id) where banned_at is not null or role = 'admin';
comment on index users_few is 'Admins'' list of people narrowed to the banned ones or to admins, who are few among all.';
