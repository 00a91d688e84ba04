set local lock_timeout = '2s';

alter table listing_versions add column counted_views text not null default 'all';
alter table listing_versions add constraint listing_versions_counted_views_known
  check (counted_views in ('all', 'engaged')) not valid;
alter table listing_versions validate constraint listing_versions_counted_views_known;
comment on column listing_versions.counted_views is 'Which verified views are paid for: all, or those that the platform counts as engaged.';
alter table clip_earnings add column by_figures boolean not null default false;
comment on column clip_earnings.by_figures is 'It earns by what released analytics say of its views, in clip_counted_stretches.';

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
comment on table clip_counted_stretches is 'How many of a clip''s views count, by the platform''s own figures, laid over the places of its counter from the first view on.';
comment on column clip_counted_stretches.from_counted is 'The counted place of from_views: the sum of what counts before it.';
comment on column clip_counted_stretches.to_counted is 'The counted place of to_views.';
grant select, insert on clip_counted_stretches to permille_app;

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
