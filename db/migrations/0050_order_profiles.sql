set local lock_timeout = '2s';
create index profiles_by_name on profiles (left(lower(full_name), 30), user_id);
comment on index profiles_by_name is 'Admins'' list of people by name; as long as a cursor writes it.';
