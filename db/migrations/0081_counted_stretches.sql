set local lock_timeout = '2s';

alter table listing_versions add column counted_views text not null default 'all';
alter table listing_versions add constraint listing_versions_counted_views_known
  check (counted_views in ('all', 'engaged')) not valid;
alter table listing_versions validate constraint listing_versions_counted_views_known;
comment on column listing_versions.counted_views is 'Which verified views are paid for: all, or those that the platform counts as engaged.';
alter table listing_versions add column counted_countries text[] not null default '{}';
comment on column listing_versions.counted_countries is 'Views from these countries (ISO 3166-1, two letters) are paid for; empty: from everywhere.';

alter table clip_tracking add column by_figures boolean not null default false;
comment on column clip_tracking.by_figures is 'It was submitted under terms that pay for engaged views, or for views from some countries: released analytics say how many count, in clip_counted_stretches.';

create table clip_counted_stretches (
  submission_id uuid not null,
  from_views bigint not null,
  to_views bigint not null,
  from_counted bigint not null,
  to_counted bigint not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  read_at timestamptz not null,
  constraint clip_counted_stretches_pkey primary key (submission_id, from_views),
  constraint clip_counted_stretches_submission foreign key (submission_id) references submissions,
  constraint clip_counted_stretches_forward check (from_views >= 0 and from_counted >= 0 and to_views > from_views and to_at > from_at),
  constraint clip_counted_stretches_part check (to_counted - from_counted between 0 and to_views - from_views)
);
create unique index clip_counted_stretches_day on clip_counted_stretches (submission_id, from_at);
create index clip_counted_stretches_read on clip_counted_stretches (read_at);
comment on index clip_counted_stretches_read is 'What figures said of late: settled between sweeps, as counts are.';
comment on table clip_counted_stretches is 'How many of a clip''s views count, by the platform''s own figures, laid over the places of its counter from the first view on. Money is computed from them, so the app only adds to them.';
comment on column clip_counted_stretches.from_counted is 'The counted place of from_views: the sum of what counts before it.';
comment on column clip_counted_stretches.to_counted is 'The counted place of to_views.';
comment on column clip_counted_stretches.from_at is 'From when to to_at the platform counted these views.';
revoke update, delete on clip_counted_stretches from permille_app;

create function counted_place(clip uuid, place bigint) returns bigint language sql stable strict parallel safe as $$
  select coalesce((
    select s.from_counted + div((least(place, s.to_views) - s.from_views)::numeric * (s.to_counted - s.from_counted),
      s.to_views - s.from_views)::bigint
    from clip_counted_stretches s where s.submission_id = clip and s.from_views < place
    order by s.from_views desc limit 1), 0)
$$;
comment on function counted_place(uuid, bigint) is 'How many of the views before a place on a clip''s counter count. Rises by 0 or 1 with each view, and not at all where figures are missing.';

create function counted_views(clip uuid, most bigint, places int8multirange) returns bigint language sql stable strict parallel safe as $$
  select coalesce(sum(counted_place(clip, least(r.upto, r.since + most - r.before)) - counted_place(clip, r.since)), 0)::bigint
  from (
    select lower(p) as since, upper(p) as upto,
      (sum(upper(p) - lower(p)) over (order by lower(p)))::bigint - (upper(p) - lower(p)) as before
    from unnest(places) p
  ) r where r.before < most
$$;
comment on function counted_views(uuid, bigint, int8multirange) is 'How many of the first `most` views at these places of a clip''s counter count.';

create function counted_verified(clip uuid, most bigint, views bigint, held int8range) returns bigint
  language plpgsql stable parallel safe as $$
begin
  return counted_views(clip, most, int8multirange(int8range(0, views)) - coalesce((
    select range_agg(int8range(u.from_views, greatest(u.from_views, u.to_views)))
    from fraud_holds u where u.submission_id = clip and u.state = 'upheld'), '{}') - int8multirange(held));
end $$;
comment on function counted_verified(uuid, bigint, bigint, int8range) is 'How many of a clip''s first `most` views that are neither excluded nor in the range of a hold count. In plpgsql, so that the plan of a settlement names it and does not contain it.';

create function views_that_count(by_figures boolean, clip uuid, eligible bigint, views bigint) returns bigint
  language sql stable parallel safe as $$
  select case when by_figures then counted_verified(clip, eligible, views, 'empty') else eligible end
$$;
comment on function views_that_count(boolean, uuid, bigint, bigint) is 'Of a row of clip_tracking: its eligible views, of which those alone count that released analytics cover where the clip earns by them.';

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
revoke execute on function forget_stretches(timestamptz) from public;
grant execute on function forget_stretches(timestamptz) to permille_app;
comment on function forget_stretches(timestamptz) is 'Deletes what counted of clips that earned nothing by it and never will, once their owners release nothing any more or it was read before that time, and returns how many rows. For the product''s role, which only adds to them.';
