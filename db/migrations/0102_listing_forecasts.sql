set local lock_timeout = '2s';

alter table listings add column category text;
comment on column listings.category is 'What the source is about, so that Explore can be filtered by it; null: the host chose none.';
alter table listings add constraint listings_category_known check (category in (
  'gaming', 'podcasts', 'irl', 'music', 'sports', 'food', 'learning', 'comedy', 'making')) not valid;
alter table listings validate constraint listings_category_known;
create index listings_feed_category on listings (category, created_at desc, id desc)
  where state = 'active' and category is not null;
comment on index listings_feed_category is 'The feed of one category: few listings of very many.';

create table listing_forecasts (
  listing_id uuid not null constraint listing_forecasts_pkey primary key
    constraint listing_forecasts_listing_id_fkey references listings (id) on delete cascade,
  paid_clips integer not null default 0 constraint listing_forecasts_paid_clips_not_negative check (paid_clips >= 0),
  typical_micros bigint constraint listing_forecasts_typical_micros_positive check (typical_micros > 0),
  competing_clips integer not null default 0
    constraint listing_forecasts_competing_clips_not_negative check (competing_clips >= 0),
  expected_micros bigint not null default 0
    constraint listing_forecasts_expected_micros_not_negative check (expected_micros >= 0),
  computed_at timestamptz not null,
  constraint listing_forecasts_typical_of_paid check ((paid_clips > 0) = (typical_micros is not null))
);
comment on table listing_forecasts is
  'What clips of an open listing earned, and what a new one can expect: computed once an hour, like host_stats.';
comment on column listing_forecasts.typical_micros is 'Median of what the listing''s paid clips have earned so far; null: none was paid.';
comment on column listing_forecasts.competing_clips is 'Clips that wait for a decision or still earn.';
comment on column listing_forecasts.expected_micros is
  'The smaller of what a typical clip earns and an equal share of the free budget among the competing clips and one more.';
comment on constraint listing_forecasts_typical_of_paid on listing_forecasts is 'A median needs a paid clip.';
create index listing_forecasts_expected on listing_forecasts (expected_micros desc, listing_id desc);
comment on index listing_forecasts_expected is 'The feed by expected earnings.';
grant select, insert, update, delete on listing_forecasts to permille_app;

insert into listing_forecasts (listing_id, computed_at)
  select id, created_at from listings where state in ('active', 'paused');
