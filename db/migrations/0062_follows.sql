set local lock_timeout = '2s';
create table followed_hosts (
  clipper_id uuid not null,
  host_id uuid not null,
  followed_at timestamptz not null,
  constraint followed_hosts_pkey primary key (clipper_id, host_id),
  constraint followed_hosts_clipper foreign key (clipper_id) references users on delete cascade,
  constraint followed_hosts_host foreign key (host_id) references users on delete cascade
);
comment on table followed_hosts is 'Hosts whose new listings a clipper is told of.';
create index followed_hosts_host on followed_hosts (host_id, clipper_id);
comment on index followed_hosts_host is 'Who is told when a host posts, in the order of telling.';

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
comment on table saved_searches is 'Searches of Explore that a clipper keeps, and is told of what fits where alerts is set.';
comment on column saved_searches.words is 'The search as a new listing is held against it.';
comment on column saved_searches.min_rate_cents is 'Per 1,000 views.';

create table listing_alerts (
  listing_id uuid not null,
  noted_at timestamptz not null,
  notified_up_to uuid,
  constraint listing_alerts_pkey primary key (listing_id),
  constraint listing_alerts_listing foreign key (listing_id) references listings on delete cascade
);
comment on table listing_alerts is 'New listings of which clippers are still being told; gone once all are.';
comment on column listing_alerts.notified_up_to is 'The last clipper, in the order of ids, who was told or passed over.';

create table listing_alert_positions (
  only_one boolean not null default true,
  snapshot pg_snapshot not null,
  constraint listing_alert_positions_pkey primary key (only_one),
  constraint listing_alert_positions_only_one check (only_one)
);
comment on table listing_alert_positions is 'One row: up to where events have been looked through for new listings, moved in the transaction that notes these.';
insert into listing_alert_positions (snapshot) values (pg_current_snapshot());
