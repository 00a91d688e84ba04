create function lowered(words text[]) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(lower(word)), '{}') from unnest(words) word
$$;
comment on function lowered(text[]) is 'Words in lower case, for comparisons.';

create function listing_card(
  id uuid, title text, platforms text[], language text, rate_cents_per_mille int, funded_micros bigint,
  max_payout_micros bigint, min_views bigint, decision_hours int, created_at timestamptz, source_kind text,
  source_duration_ms bigint
) returns text language sql immutable parallel safe as $$
  select json_build_object(
    'id', id, 'title', title, 'platforms', platforms, 'language', language,
    'rateCentsPerMille', rate_cents_per_mille, 'fundedMicros', funded_micros::text,
    'maxPayoutMicros', max_payout_micros::text, 'minViews', min_views, 'decisionHours', decision_hours,
    'createdAt', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'sourceKind', source_kind, 'sourceDurationMs', source_duration_ms)::text
$$;
comment on function listing_card is
  'The JSON of a listing in the feed, from columns that change only with the listing: computed when the listing is '
  'written, because a page of twenty is read ten thousand times as often. Immutable: it depends only on its arguments, '
  'with moments in UTC.';

create table listings (
  id uuid primary key,
  host_id uuid not null references users (id),
  state text not null
    constraint listings_state_known check (state in ('active', 'paused', 'ended', 'settled', 'removed')),
  pause_reason text
    constraint listings_pause_reason_known check (pause_reason in ('host', 'exhausted', 'banned', 'disputed')),
  current_version int not null,
  title text not null constraint listings_title_length check (length(title) between 1 and 100),
  rate_cents_per_mille int not null
    constraint listings_rate_cents_per_mille_range check (rate_cents_per_mille between 10 and 5000),
  platforms text[] not null
    constraint listings_platforms_known
      check (cardinality(platforms) > 0 and platforms <@ array['tiktok', 'youtube', 'instagram']),
  language text not null default 'any',
  max_payout_micros bigint,
  min_views bigint not null default 0,
  decision_hours int not null default 24,
  source_kind text not null default 'link'
    constraint listings_source_kind_known check (source_kind in ('upload', 'link')),
  source_duration_ms bigint,
  search_text text not null,
  search_words tsvector not null generated always as (to_tsvector('simple', search_text)) stored,
  funded_micros bigint not null constraint listings_funded_micros_not_negative check (funded_micros >= 0),
  card text not null generated always as (listing_card(
    id, title, platforms, language, rate_cents_per_mille, funded_micros, max_payout_micros, min_views, decision_hours,
    created_at, source_kind, source_duration_ms)) stored,
  created_at timestamptz not null,
  ends_at timestamptz,
  ended_at timestamptz,
  settled_at timestamptz,
  removed_at timestamptz,
  removal_reason text,
  remainder_frozen boolean not null default false,
  remainder_returns int not null default 0,
  constraint listings_paused check ((state = 'paused') = (pause_reason is not null)),
  constraint listings_frozen_when_removed check (not remainder_frozen or state = 'removed')
);
comment on table listings is
  'A host''s offer: cut clips of this source, get this rate per 1,000 views. The terms are in listing_versions.';
comment on column listings.title is 'Of the current version, so that the feed reads one table.';
comment on column listings.search_words is
  'stored: parsing the text for every row of a search would cost more than the search.';
comment on column listings.funded_micros is
  'Updated by every movement of the listing''s money, to sort the feed; the ledger decides.';
comment on column listings.remainder_frozen is 'Removed for payment fraud: the remainder is frozen.';
comment on column listings.remainder_returns is 'Numbers the returns, so that each has its own key.';
comment on constraint listings_paused on listings is 'A paused listing has a reason, and no other one does.';
comment on constraint listings_frozen_when_removed on listings is 'Only a removal freezes the remainder.';
create index listings_by_budget on listings (funded_micros, id);
comment on index listings_by_budget is 'Admins'' list by budget.';
create index listings_by_title on listings (left(lower(title), 30), id);
comment on index listings_by_title is 'Admins'' list by title, cut to a cursor''s length.';
create index listings_ends_at on listings (ends_at) where state in ('active', 'paused');
create index listings_exhausted on listings (id) where state = 'paused' and pause_reason = 'exhausted';
comment on index listings_exhausted is 'Every settlement reads which exhausted listings can resume: few of very many.';
create index listings_feed_newest on listings (created_at desc, id desc) where state = 'active';
create index listings_feed_rate on listings (rate_cents_per_mille desc, id desc) where state = 'active';
create index listings_host on listings (host_id, created_at desc, id desc);
create index listings_id_end on listings (right(id::text, 8));
comment on index listings_id_end is 'The last eight characters of the id, which pages and logs show.';
create index listings_of_host on listings (host_id, id) where state = 'active';
create index listings_search on listings using gin (search_words) where state = 'active';
create index listings_search_closed on listings using gin (search_words) where state <> 'active';
comment on index listings_search_closed is
  'The words of listings that left the feed; listings_search has those of the others.';
create index listings_unsettled on listings (ended_at) where state = 'ended';

create table listing_versions (
  listing_id uuid not null references listings (id),
  version int not null,
  title text not null,
  description text not null,
  instructions text not null,
  platforms text[] not null,
  rate_cents_per_mille int not null,
  source_media_id uuid references media_files (id),
  source_url text,
  min_views bigint not null default 0 constraint listing_versions_min_views_not_negative check (min_views >= 0),
  max_payout_micros bigint constraint listing_versions_max_payout_micros_positive check (max_payout_micros > 0),
  clips_per_clipper int not null default 5
    constraint listing_versions_clips_per_clipper_range check (clips_per_clipper between 1 and 100),
  tracking_days int not null default 30
    constraint listing_versions_tracking_days_range check (tracking_days between 1 and 90),
  decision_hours int not null default 24
    constraint listing_versions_decision_hours_known check (decision_hours in (24, 48, 72)),
  allocation text not null default 'first_approved'
    constraint listing_versions_allocation_known check (allocation in ('first_approved', 'reserved')),
  required_tags text[] not null default '{}',
  disclosure_required boolean not null default true,
  min_seconds int,
  max_seconds int,
  language text not null default 'any',
  created_at timestamptz not null,
  counted_views text not null default 'all',
  counted_countries text[] not null default '{}',
  primary key (listing_id, version),
  constraint listing_versions_source_given check (source_media_id is not null or source_url is not null),
  constraint listing_versions_reserved_maximum check (allocation <> 'reserved' or max_payout_micros is not null),
  constraint listing_versions_counted_views_known
  check (counted_views in ('all', 'engaged'))
);
comment on table listing_versions is 'A clip keeps the version of its submission, whatever changes later.';
comment on column listing_versions.counted_views is
  'Which verified views are paid: all, or only those that the platform counts as engaged.';
comment on column listing_versions.counted_countries is
  'Only views from these countries (ISO 3166-1, two letters) are paid; empty: from everywhere.';
comment on constraint listing_versions_source_given on listing_versions is 'A source is an uploaded MP4 or a link.';
comment on constraint listing_versions_reserved_maximum on listing_versions is 'A clip''s reservation is its maximum.';
create index listing_versions_required_tags on listing_versions using gin (lowered(required_tags))
  where required_tags <> '{}';
comment on index listing_versions_required_tags is 'Listings by the hashtags and mentions that they require in captions.';
create index listing_versions_source on listing_versions (source_media_id) where source_media_id is not null;
comment on index listing_versions_source is 'Finds the people who may see an uploaded source, and whether it is in use.';

create table host_stats (
  host_id uuid primary key references users (id) on delete cascade,
  median_hours_to_decide double precision,
  approved_share double precision,
  computed_at timestamptz not null,
  rejections int not null default 0,
  overturned int not null default 0,
  paid_share double precision,
  reject_reasons jsonb not null default '{}',
  fraud_holds_appealed int not null default 0,
  fraud_holds_overturned int not null default 0
);
comment on table host_stats is
  'A host''s decisions as the feed shows them: computed once an hour, because a median over all decisions is too '
  'expensive for each row of each page. No row: no data yet.';
comment on column host_stats.rejections is
  'The host''s rejections in the stats'' period; overturned: those that an appeal overturned.';
comment on column host_stats.paid_share is
  'The clips'' earnings as a share of the funds of closed or long-running listings. Shares over few decisions are '
  'meaningless and null.';
comment on column host_stats.reject_reasons is 'Reason → the number of the host''s own rejections.';
comment on column host_stats.fraud_holds_appealed is
  'Holds on clips of the host''s listings whose appeals were decided; overturned: those that an appeal overturned.';
create index host_stats_speed on host_stats (coalesce(median_hours_to_decide, 1e9), host_id);
comment on index host_stats_speed is 'The feed by fastest review.';

create table listing_spend_rates (
  listing_id uuid primary key references listings (id) on delete cascade,
  week_micros bigint not null constraint listing_spend_rates_week_micros_positive check (week_micros > 0),
  computed_at timestamptz not null
);
comment on table listing_spend_rates is
  'The clips'' earnings of a listing in the last seven days, from which the feed estimates how long its budget lasts: '
  'computed once an hour, like host_stats. No row: nothing.';

create table clipper_blocks (
  host_id uuid not null references users (id) on delete cascade,
  clipper_id uuid not null references users (id) on delete cascade,
  blocked_at timestamptz not null,
  primary key (host_id, clipper_id)
);
comment on table clipper_blocks is 'Clippers whose clips a host does not accept.';
create index clipper_blocks_host on clipper_blocks (host_id, blocked_at desc, clipper_id desc);

create table listing_invitations (
  listing_id uuid not null references listings (id),
  clipper_id uuid not null references users (id) on delete cascade,
  invited_at timestamptz not null,
  primary key (listing_id, clipper_id)
);
comment on table listing_invitations is 'A clipper is invited to a listing once.';

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
  'Moments of a listing''s source that its host recommends to clippers. A listing''s source never changes, so a pin '
  'remains right.';
comment on column listing_pins.second is 'Second of the source at which the moment begins.';

create table followed_hosts (
  clipper_id uuid not null,
  host_id uuid not null,
  followed_at timestamptz not null,
  constraint followed_hosts_pkey primary key (clipper_id, host_id),
  constraint followed_hosts_clipper foreign key (clipper_id) references users on delete cascade,
  constraint followed_hosts_host foreign key (host_id) references users on delete cascade
);
comment on table followed_hosts is 'Hosts about whose new listings a clipper is notified.';
create index followed_hosts_host on followed_hosts (host_id, clipper_id);
comment on index followed_hosts_host is 'A host''s followers, in the order of their notifications.';

create table saved_searches (
  id uuid not null,
  clipper_id uuid not null,
  name text not null,
  search text,
  words tsquery,
  platform text,
  min_rate_cents integer,
  min_free_dollars integer,
  language text,
  alerts boolean not null,
  created_at timestamptz not null,
  constraint saved_searches_pkey primary key (id),
  constraint saved_searches_clipper foreign key (clipper_id) references users on delete cascade,
  constraint saved_searches_one_per_name unique (clipper_id, name),
  constraint saved_searches_name_length check (char_length(name) between 1 and 40),
  constraint saved_searches_seeks_something check (
    num_nonnulls(search, platform, min_rate_cents, min_free_dollars, language) > 0)
);
comment on table saved_searches is
  'A clipper''s saved Explore searches; with alerts, the clipper is notified of matching listings.';
comment on column saved_searches.words is 'The search words that are matched with new listings.';
comment on column saved_searches.min_rate_cents is 'Per 1,000 views.';

create table listing_alerts (
  listing_id uuid not null,
  noted_at timestamptz not null,
  notified_up_to uuid,
  constraint listing_alerts_pkey primary key (listing_id),
  constraint listing_alerts_listing foreign key (listing_id) references listings on delete cascade
);
comment on table listing_alerts is 'New listings about which clippers are still being notified; deleted when all are.';
comment on column listing_alerts.notified_up_to is 'The last clipper, in the order of ids, who was notified or skipped.';

create table listing_alert_positions (
  only_one boolean not null default true,
  snapshot pg_snapshot not null,
  constraint listing_alert_positions_pkey primary key (only_one),
  constraint listing_alert_positions_only_one check (only_one)
);
comment on table listing_alert_positions is
  'One row: the position up to which events were read for new listings, updated in the transaction that records them.';
insert into listing_alert_positions (snapshot) values (pg_current_snapshot());
