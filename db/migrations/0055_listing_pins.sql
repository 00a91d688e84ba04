set local lock_timeout = '2s';
create table listing_pins (
  listing_id uuid not null,
  second integer not null,
  label text not null,
  pinned_at timestamptz not null,
  constraint listing_pins_pkey primary key (listing_id, second),
  constraint listing_pins_listing foreign key (listing_id) references listings,
  constraint listing_pins_second_within_a_day check (second between 0 and 86399),
  constraint listing_pins_label_length check (char_length(label) between 1 and 60)
);
comment on table listing_pins is
  'Moments of a listing''s source that its host points out to clippers. The source of a listing never changes, so a pin stays right.';
comment on column listing_pins.second is 'Of the source, where the moment begins.';
