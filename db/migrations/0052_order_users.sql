set local lock_timeout = '2s';
create index users_by_name on users (left(lower(name), 30), id);
comment on index users_by_name is 'Admins'' list of people by name, of those who have no profile yet.';
