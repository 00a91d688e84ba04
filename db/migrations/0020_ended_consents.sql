alter table connections add column ended_at timestamptz;
comment on column connections.ended_at is
  'Since when the consent is known to have ended, where what came of it goes some days later (YouTube). Null while it stands.';
create index connections_ended on connections (ended_at) where ended_at is not null;
comment on index connections_ended is 'The consents that ended, in the order in which what came of them goes.';

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
  'Deletes the counts of a connection''s clips whose consent ended and was forgotten, and returns how many. For the '
  'product''s role, which may delete no counts. Kept are the snapshots that money was computed from, which receipts name, '
  'and those of contested clips and of clips that are still counted.';
revoke execute on function forget_snapshots from public;
grant execute on function forget_snapshots to permille_app;
