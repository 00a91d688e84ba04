-- What the feed shows of a listing and what changes only with it, as JSON: made when the listing is written, because a
-- page of twenty is read ten thousand times as often. Immutable: it depends on its arguments alone, the moment in UTC.
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

create table listings (
  id uuid primary key,
  host_id uuid not null references users (id),
  state text not null check (state in ('active', 'paused', 'ended', 'settled', 'removed')),
  pause_reason text check (pause_reason in ('host', 'exhausted', 'banned')),
  current_version int not null,
  -- of the current version, so that the feed reads one table
  title text not null check (length(title) between 1 and 100),
  rate_cents_per_mille int not null check (rate_cents_per_mille between 10 and 5000),
  platforms text[] not null check (cardinality(platforms) > 0 and platforms <@ array['tiktok', 'youtube', 'instagram']),
  language text not null default 'any',
  max_payout_micros bigint,
  min_views bigint not null default 0,
  decision_hours int not null default 24,
  source_kind text not null default 'link' check (source_kind in ('upload', 'link')),
  source_duration_ms bigint,
  search_text text not null,
  -- stored: to parse the text again for every row that a search passes would cost more than the search
  search_words tsvector not null generated always as (to_tsvector('simple', search_text)) stored,
  -- kept by every move of the listing's money, for sorting the feed; the ledger is the truth
  funded_micros bigint not null check (funded_micros >= 0),
  card text not null generated always as (listing_card(
    id, title, platforms, language, rate_cents_per_mille, funded_micros, max_payout_micros, min_views, decision_hours,
    created_at, source_kind, source_duration_ms)) stored,
  created_at timestamptz not null,
  ends_at timestamptz,
  ended_at timestamptz,
  settled_at timestamptz,
  removed_at timestamptz,
  removal_reason text,
  check ((state = 'paused') = (pause_reason is not null))
);
create index listings_host on listings (host_id, created_at desc, id desc);
create index listings_feed_newest on listings (created_at desc, id desc) where state = 'active';
create index listings_feed_rate on listings (rate_cents_per_mille desc, id desc) where state = 'active';
create index listings_search on listings using gin (search_words) where state = 'active';
create index listings_ends_at on listings (ends_at) where state in ('active', 'paused');
create index listings_unsettled on listings (ended_at) where state = 'ended';

-- A clip keeps the version it was submitted under, whatever changes later.
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
  min_views bigint not null default 0 check (min_views >= 0),
  max_payout_micros bigint check (max_payout_micros > 0),
  clips_per_clipper int not null default 5 check (clips_per_clipper between 1 and 100),
  tracking_days int not null default 30 check (tracking_days between 1 and 90),
  decision_hours int not null default 24 check (decision_hours in (24, 48, 72)),
  allocation text not null default 'first_approved' check (allocation in ('first_approved', 'reserved')),
  required_tags text[] not null default '{}',
  disclosure_required boolean not null default true,
  min_seconds int,
  max_seconds int,
  language text not null default 'any',
  created_at timestamptz not null,
  primary key (listing_id, version),
  -- a source is an uploaded MP4 or a link
  check (source_media_id is not null or source_url is not null),
  check (allocation <> 'reserved' or max_payout_micros is not null)
);
-- Who may see an uploaded source, and whether one is in use.
create index listing_versions_source on listing_versions (source_media_id) where source_media_id is not null;

-- How a host decides, as the feed shows it: computed once an hour, because a median over all decisions is too much for
-- every row of every page. No row: no data yet.
create table host_stats (
  host_id uuid primary key references users (id) on delete cascade,
  median_hours_to_decide double precision,
  approved_share double precision,
  computed_at timestamptz not null
);
