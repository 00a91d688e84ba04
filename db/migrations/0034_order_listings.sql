set local lock_timeout = '2s';
create index listings_by_title on listings (left(lower(title), 30), id);
comment on index listings_by_title is 'Admins'' list by title; as long as a cursor writes it.';
create index listings_by_budget on listings (funded_micros, id);
comment on index listings_by_budget is 'Admins'' list by budget.';
