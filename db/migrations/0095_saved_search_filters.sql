set local lock_timeout = '2s';

alter table saved_searches add column filters jsonb not null default '{}';
comment on column saved_searches.filters is 'The filters of Explore by name, as contract/listings/explore-filters.ts has them.';

create function copy_saved_search_filters() returns trigger language plpgsql as $$
declare
  from_columns jsonb := jsonb_strip_nulls(jsonb_build_object('search', new.search, 'platform', new.platform,
    'minRateCents', new.min_rate_cents, 'minFreeDollars', new.min_free_dollars, 'language', new.language));
begin
  if tg_op = 'INSERT' and new.filters = '{}' then
    new.filters := from_columns;
  elsif tg_op = 'UPDATE' and new.filters = old.filters and
    (new.search, new.platform, new.min_rate_cents, new.min_free_dollars, new.language) is distinct from
    (old.search, old.platform, old.min_rate_cents, old.min_free_dollars, old.language) then
    new.filters := from_columns;
  else
    new.search := new.filters ->> 'search';
    new.platform := new.filters ->> 'platform';
    new.min_rate_cents := (new.filters ->> 'minRateCents')::int;
    new.min_free_dollars := (new.filters ->> 'minFreeDollars')::int;
    new.language := new.filters ->> 'language';
  end if;
  return new;
end $$;
comment on function copy_saved_search_filters() is
  'Release 0.3.0 reads and writes a column per filter: both forms of a search say the same while its processes run.';
create trigger copy_saved_search_filters before insert or update on saved_searches
  for each row execute function copy_saved_search_filters();

update saved_searches set filters = jsonb_strip_nulls(jsonb_build_object('search', search, 'platform', platform,
  'minRateCents', min_rate_cents, 'minFreeDollars', min_free_dollars, 'language', language));

alter table saved_searches drop constraint saved_searches_seeks_something;
alter table saved_searches add constraint saved_searches_seeks_something check (filters <> '{}') not valid;
alter table saved_searches validate constraint saved_searches_seeks_something;
comment on constraint saved_searches_seeks_something on saved_searches is 'A search without a filter finds every listing.';
