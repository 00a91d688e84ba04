-- What the clips of a listing earned in the last seven days, as the feed shows how long its budget lasts: computed once an
-- hour, like host_stats. No row: nothing.
create table listing_spend_rates (
  listing_id uuid primary key references listings (id) on delete cascade,
  week_micros bigint not null check (week_micros > 0),
  computed_at timestamptz not null
);
