set local lock_timeout = '2s';
create index profiles_by_name on profiles (left(lower(full_name), 30), user_id);
comment on index profiles_by_name is 'Admins'' list of people by name; as long as a cursor writes it.';
create index users_by_name on users (left(lower(name), 30), id);
comment on index users_by_name is 'The same of those who have no profile yet.';
