set local lock_timeout = '2s';
create index users_email_start on users (email text_pattern_ops);
comment on index users_email_start is 'Finds a person by the beginning of the address.';
create index users_name_start on users (lower(name) text_pattern_ops);
comment on index users_name_start is 'Finds a person without a username by the beginning of the name.';
create index users_id_end on users (right(id::text, 8));
comment on index users_id_end is 'The eight characters by which pages and logs name it.';
