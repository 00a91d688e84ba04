create table clip_earnings (
  submission_id uuid primary key references submissions (id),
  listing_id uuid not null references listings (id),
  clipper_id uuid not null references users (id),
  approved_at timestamptz not null,
  rate_micros_per_view bigint not null
    constraint clip_earnings_rate_micros_per_view_positive check (rate_micros_per_view > 0),
  min_views bigint not null,
  max_payout_micros bigint,
  paid_views bigint not null default 0 constraint clip_earnings_paid_views_not_negative check (paid_views >= 0),
  paid_micros bigint not null default 0 constraint clip_earnings_paid_micros_not_negative check (paid_micros >= 0),
  reserves boolean not null,
  reserved_micros bigint not null default 0
    constraint clip_earnings_reserved_micros_not_negative check (reserved_micros >= 0),
  state text not null default 'accruing'
    constraint clip_earnings_state_known check (state in ('accruing', 'stopped', 'finished', 'appealed')),
  minimum_reached boolean not null default false,
  minimum_excluded_views bigint
    constraint clip_earnings_minimum_excluded_views_not_negative check (minimum_excluded_views >= 0),
  budget_spent_at timestamptz,
  constraint clip_earnings_within_maximum check (max_payout_micros is null or paid_micros <= max_payout_micros),
  constraint clip_earnings_exact check (paid_micros = (paid_views * rate_micros_per_view))
) with (fillfactor = 45);
comment on table clip_earnings is
  'The earning state of an approved clip, opened by the first settlement after its approval.';
comment on column clip_earnings.reserves is 'The version of its submission reserves its maximum at approval.';
comment on column clip_earnings.reserved_micros is
  'The balance of the clip''s reserved account: the reserved allocation, or a contested amount.';
comment on column clip_earnings.state is
  'appealed: rejected, and under appeal; it earns nothing, and its possible earnings wait in its reserve. finished: its '
  'last earnings were released.';
comment on column clip_earnings.minimum_reached is
  'Once uncontested views reach the listing''s minimum, it counts as reached, whatever is taken back later.';
comment on column clip_earnings.minimum_excluded_views is
  'Contested views that reach the minimum count if none of them is excluded: the number of excluded views at that time.';
comment on column clip_earnings.budget_spent_at is
  'Since when the listing''s budget can''t pay the clip''s earned views; null while all of them are paid. A finished '
  'clip keeps it when no more budget arrived.';
comment on constraint clip_earnings_within_maximum on clip_earnings is 'No clip is paid more than its maximum.';
comment on constraint clip_earnings_exact on clip_earnings is 'Accrual never rounds.';
create index clip_earnings_appealed on clip_earnings (listing_id, clipper_id) where state = 'appealed';
create index clip_earnings_clipper on clip_earnings (clipper_id);
create index clip_earnings_listing on clip_earnings (listing_id, approved_at, submission_id);
create index clip_earnings_reserved on clip_earnings (listing_id) include (reserved_micros) where reserved_micros > 0;
comment on index clip_earnings_reserved is
  'The reserved sum of a listing, for each row of the feed; most clips reserve nothing.';

create table accruals (
  submission_id uuid not null,
  entry_id uuid not null,
  listing_id uuid not null,
  clipper_id uuid not null,
  views_from bigint not null constraint accruals_views_from_not_negative check (views_from >= 0),
  views_to bigint not null,
  rate_micros_per_view bigint not null,
  amount_micros bigint not null constraint accruals_amount_micros_positive check (amount_micros > 0),
  counted_views bigint not null,
  counted_at timestamptz not null,
  accrued_at timestamptz not null,
  release_due_at timestamptz not null,
  state text not null default 'pending'
    constraint accruals_state_known check (state in ('pending', 'released', 'reversed')),
  released_at timestamptz,
  reversed_at timestamptz,
  available_micros bigint not null default 0,
  primary key (submission_id, entry_id),
  constraint accruals_available
    check (available_micros between 0 and amount_micros and (available_micros = 0 or released_at is not null)),
  constraint accruals_views_ascend check (views_to > views_from),
  constraint accruals_exact check (amount_micros = ((views_to - views_from) * rate_micros_per_view)),
  constraint accruals_released_at
    check ( case state when 'pending' then released_at is null when 'released' then released_at is not null else true end)
);
comment on table accruals is
  'Each paid step of views, copied here so that a receipt outlives the snapshots. Steps that are not reversed follow '
  'each other without a gap from 0 to paid_views, released ones first. No foreign keys: a settlement of a million clips '
  'would check each row, and reconcile compares the sums anyway.';
comment on column accruals.entry_id is 'One entry of the ledger pays a clip at most once.';
comment on column accruals.released_at is 'A released step that fraud takes back is reversed and keeps its time.';
comment on column accruals.available_micros is
  'The part of the step''s money that no payout has taken. All these parts of a clipper are the available balance (for '
  'a closed account: the suspense and a fraction of a cent), so every outgoing sum names its steps.';
comment on constraint accruals_available on accruals is 'Only released money is available.';
comment on constraint accruals_views_ascend on accruals is 'A step pays for at least one view.';
comment on constraint accruals_exact on accruals is 'Accrual never rounds.';
comment on constraint accruals_released_at on accruals is
  'A pending step has no release time, a released one has; a reversed one may have.';
create index accruals_accrued_at on accruals using brin (accrued_at timestamptz_minmax_multi_ops);
comment on index accruals_accrued_at is
  'The earnings of the last week are summed every hour, and accruals are kept for ever. They are written in the order '
  'of time, so a few page summaries say which pages to read. The summaries hold several ranges each, so a '
  'released step that moves to another page does not widen them.';
create index accruals_available_of on accruals (clipper_id, released_at) where available_micros > 0;
create unique index accruals_once on accruals (submission_id, views_from) where state <> 'reversed';
comment on index accruals_once is 'No view is paid twice.';
create index accruals_release on accruals (release_due_at) where state = 'pending';

create table settlement_failures (
  listing_id uuid not null,
  failed_at timestamptz not null,
  retry_at timestamptz not null,
  constraint settlement_failures_pkey primary key (listing_id)
);
comment on table settlement_failures is
  'Listings whose clips could not be settled. The settlement of all others skips them, and they are retried alone.';
comment on column settlement_failures.failed_at is 'When it first failed.';

create function contested_clips() returns setof uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp set timezone = 'UTC' as $$
  with since as materialized (select public.last_snapshot_days_end() + 30 - 14 as at)
  select submission_id from public.fraud_holds, since where state in ('open', 'escalated') or decided_at >= since.at
  union
  select submission_id from public.appeals, since where state in ('open', 'escalated') or decided_at >= since.at
  union
  select id from public.submissions, since where status = 'rejected' and decided_at >= since.at
$$;
comment on function contested_clips is
  'Clips with something undecided, or decided in the last fourteen days: seven for an appeal, and seven more to '
  'announce and answer it. Their counts are kept, so that people can review them as they were counted.';
revoke execute on function contested_clips from public;

create function counted_place(clip uuid, place bigint) returns bigint language sql stable strict parallel safe as $$
  select coalesce((
    select s.from_counted + div((least(place, s.to_views) - s.from_views)::numeric * (s.to_counted - s.from_counted),
      s.to_views - s.from_views)::bigint
    from clip_counted_stretches s where s.submission_id = clip and s.from_views < place
    order by s.from_views desc limit 1), 0)
$$;
comment on function counted_place(uuid, bigint) is
  'The number of views that count before a position on a clip''s counter. Rises by 0 or 1 with each view, and not at '
  'all where figures are missing.';

create function counted_views(clip uuid, most bigint, places int8multirange) returns bigint language sql stable strict parallel safe as $$
  select coalesce(sum(counted_place(clip, least(r.upto, r.since + most - r.before)) - counted_place(clip, r.since)), 0)::bigint
  from (
    select lower(p) as since, upper(p) as upto,
      (sum(upper(p) - lower(p)) over (order by lower(p)))::bigint - (upper(p) - lower(p)) as before
    from unnest(places) p
  ) r where r.before < most
$$;
comment on function counted_views(uuid, bigint, int8multirange) is
  'The number of the first `most` views at these positions of a clip''s counter that count.';

create function counted_verified(clip uuid, most bigint, views bigint, held int8range) returns bigint
  language plpgsql stable parallel safe as $$
begin
  return counted_views(clip, most, int8multirange(int8range(0, views)) - coalesce((
    select range_agg(int8range(u.from_views, greatest(u.from_views, u.to_views)))
    from fraud_holds u where u.submission_id = clip and u.state = 'upheld'), '{}') - int8multirange(held));
end $$;
comment on function counted_verified(uuid, bigint, bigint, int8range) is
  'The number of views that count among a clip''s first `most` views outside exclusions and a hold''s range. In '
  'plpgsql, so that the plan of a settlement calls it and does not inline it.';

create function views_that_count(by_figures boolean, clip uuid, eligible bigint, views bigint) returns bigint
  language sql stable parallel safe as $$
  select case when by_figures then counted_verified(clip, eligible, views, 'empty') else eligible end
$$;
comment on function views_that_count(boolean, uuid, bigint, bigint) is
  'The eligible views of a row of clip_tracking; for a clip that earns by shared analytics, only those that the '
  'analytics cover and count.';

create function end_snapshot_days(before date) returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set timezone = 'UTC' set lock_timeout = '2s' as $$
declare
  ended int := 0;
  part text;
begin
  perform pg_advisory_xact_lock(7306180143);
  for part in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.view_snapshots'::regclass and c.relname ~ '^view_snapshots_\d{8}$'
      and to_date(right(c.relname, 8), 'YYYYMMDD') < before
    order by c.relname limit 10
  loop
    execute format('alter table public.view_snapshots detach partition public.%I', part);
    execute format('insert into public.view_snapshots
      select v.* from public.%I v
      where exists (select from public.accruals a where a.submission_id = v.submission_id and a.counted_at = v.fetched_at)
        or v.submission_id in (select public.contested_clips())
        or (exists (select from public.clip_tracking t where t.submission_id = v.submission_id and t.state = ''polling'')
          and not exists (select from public.%I w where w.submission_id = v.submission_id and w.fetched_at > v.fetched_at))',
      part, part);
    execute format('drop table public.%I', part);
    ended := ended + 1;
  end loop;
  delete from public.view_snapshots_default v
  where v.fetched_at < before
    and not exists (select from public.accruals a where a.submission_id = v.submission_id and a.counted_at = v.fetched_at)
    and v.submission_id not in (select public.contested_clips())
    and (not exists (select from public.clip_tracking t where t.submission_id = v.submission_id and t.state = 'polling')
      or exists (select from public.view_snapshots_default w where w.submission_id = v.submission_id
        and w.fetched_at > v.fetched_at and w.fetched_at < date_trunc('day', v.fetched_at) + interval '1 day'));
  return ended;
end $$;
comment on function end_snapshot_days is
  'Drops the partitions of days before this one and returns their number. It keeps the snapshots that money was computed from, because '
  'receipts name them; all snapshots of contested clips; and the last one per day of clips that are still counted, '
  'because their score needs it.';
revoke execute on function end_snapshot_days from public;

create function expire_snapshot_days(before date) returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set timezone = 'UTC' set lock_timeout = '2s' as $$
begin
  if before > public.last_snapshot_days_end() then
    raise exception 'the counts of the last 30 days stay: % is after %', before, public.last_snapshot_days_end();
  end if;
  return public.end_snapshot_days(before);
end $$;
comment on function expire_snapshot_days is
  'end_snapshot_days for the app''s role, which may drop days of snapshots but never the last thirty, whatever its '
  'argument.';
revoke execute on function expire_snapshot_days from public;
grant execute on function expire_snapshot_days to permille_app;

create function forget_snapshots(p_connection uuid) returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set timezone = 'UTC' as $$
declare
  forgotten int;
begin
  if not exists (select from public.connections where id = p_connection and state = 'removed' and external_id like 'ended:%') then
    raise exception 'the counts of a connection that was not forgotten stay: %', p_connection;
  end if;
  delete from public.view_snapshots v
  using public.clip_tracking t
  where t.connection_id = p_connection and v.submission_id = t.submission_id and t.state <> 'polling'
    and not exists (select from public.accruals a where a.submission_id = v.submission_id and a.counted_at = v.fetched_at)
    and v.submission_id not in (select public.contested_clips());
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;
comment on function forget_snapshots is
  'Deletes the counts of clips of a connection whose consent ended and was deleted, and returns their number. For the '
  'app''s role, which may delete no counts itself. It keeps the snapshots that money was computed from, because '
  'receipts name them, and those of contested clips and of clips that are still counted.';
revoke execute on function forget_snapshots from public;
grant execute on function forget_snapshots to permille_app;

create function forget_stretches(before timestamptz) returns int
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  with forgotten as (
    delete from clip_counted_stretches k
    using clip_tracking t join submissions s on s.id = t.submission_id left join clip_earnings e on e.submission_id = s.id
    where t.submission_id = k.submission_id and t.state <> 'polling'
      and case when s.status = 'approved' then e.state in ('finished', 'stopped') else e.state is distinct from 'appealed' end
      and not exists (select from accruals a where a.submission_id = k.submission_id)
      and not exists (select from contested_clips() c where c = k.submission_id)
      and (k.read_at < before or not exists (
        select from connections own join connections live
          on live.user_id = own.user_id and live.platform = own.platform and live.external_id = own.external_id
        where own.id = t.connection_id and live.state = 'active' and live.analytics_released_at is not null))
    returning 1
  )
  select count(*)::int from forgotten
$$;
comment on function forget_stretches(timestamptz) is
  'Deletes the counted stretches of clips that earned nothing by them and never will, once their owners share nothing '
  'any more or the stretch was read before this time. Returns the number of rows. For the app''s role, which can only '
  'add rows.';
revoke execute on function forget_stretches(timestamptz) from public;
grant execute on function forget_stretches(timestamptz) to permille_app;
