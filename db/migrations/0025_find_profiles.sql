set local lock_timeout = '2s';
create index profiles_username_start on profiles (username text_pattern_ops);
comment on index profiles_username_start is 'Finds a person by the beginning of the username.';
