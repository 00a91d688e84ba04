set local lock_timeout = '2s';
create index listings_search_closed on listings using gin (search_words) where state <> 'active';
comment on index listings_search_closed is 'The words of listings that the feed no longer has; listings_search has those of the others.';
create index listings_id_end on listings (right(id::text, 8));
comment on index listings_id_end is 'The eight characters by which pages and logs name it.';
