alter table support_messages
  add column state text not null default 'open' check (state in ('open', 'answered', 'closed'));
-- The inbox: what is open is few whatever the archive holds.
create index support_messages_state on support_messages (state, created_at, id);

create table support_answers (
  id uuid primary key,
  message_id uuid not null references support_messages (id) on delete cascade,
  admin_id uuid not null references users (id),
  text text not null check (text <> ''),
  created_at timestamptz not null
);
create index support_answers_message on support_answers (message_id, created_at);

-- The feed by fastest review: every host with a listing has a card, and the listings of a host are read in order.
insert into host_stats (host_id, computed_at)
  select distinct host_id, now() from listings on conflict do nothing;
create index host_stats_speed on host_stats (coalesce(median_hours_to_decide, 1e9), host_id);
create index listings_of_host on listings (host_id, id) where state = 'active';
-- The review queue: what a host must decide first.
create index submissions_queue on submissions (listing_id, decide_by, id) where status = 'pending';
