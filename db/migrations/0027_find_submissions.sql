set local lock_timeout = '2s';
create index submissions_id_end on submissions (right(id::text, 8));
comment on index submissions_id_end is 'The eight characters by which pages and logs name it.';
