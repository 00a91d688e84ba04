set local lock_timeout = '2s';
create function lowered(words text[]) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(lower(word)), '{}') from unnest(words) word
$$;
comment on function lowered(text[]) is 'Words as they are compared, whatever their case.';
create index listing_versions_required_tags on listing_versions using gin (lowered(required_tags))
  where required_tags <> '{}';
comment on index listing_versions_required_tags is 'The listings that a caption names by its hashtags and mentions.';
