set local lock_timeout = '2s';
alter table webhook_endpoints add column format text not null default 'standard';
alter table webhook_endpoints add column name text;
alter table webhook_endpoints add constraint webhook_endpoints_format_known check (format in ('standard', 'discord')) not valid;
alter table webhook_endpoints add constraint webhook_endpoints_discord_named check ((format = 'discord') = (name is not null)) not valid;
alter table webhook_endpoints validate constraint webhook_endpoints_format_known;
alter table webhook_endpoints validate constraint webhook_endpoints_discord_named;
comment on column webhook_endpoints.format is
  'standard: events by Standard Webhooks. discord: messages for people, posted in a channel by a webhook of Discord.';
comment on column webhook_endpoints.name is 'As its host calls a channel on Discord.';
comment on column webhook_endpoints.secret_sealed is
  'Signs what is sent, and is shown once, when it is made. For Discord the token at the end of the address, which stands nowhere else.';
comment on column webhook_endpoints.disabled_reason is
  'owner: switched off by hand. gone: the receiver answered 410, or Discord that there is no such webhook. failing: twenty attempts in a row failed.';

create or replace function write_listing_events() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into events (kind, readers, for_admins, subject_id, listing_id)
      select 'listing.posted', array[n.host_id], true, n.id, n.id from new_rows n;
  else
    insert into events (kind, readers, for_admins, subject_id, listing_id)
      select 'listing.' || case when n.state = o.state then 'changed' when n.state = 'active' then 'resumed' else n.state end,
        array[n.host_id], true, n.id, n.id
      from new_rows n join old_rows o on o.id = n.id
      where (n.state, n.pause_reason, n.current_version, n.funded_micros, n.ends_at)
        is distinct from (o.state, o.pause_reason, o.current_version, o.funded_micros, o.ends_at);
    insert into events (kind, readers, subject_id, listing_id)
      select 'listing.topped_up', array[n.host_id], n.id, n.id
      from new_rows n join old_rows o on o.id = n.id where n.funded_micros > o.funded_micros;
  end if;
  return null;
end $$;
comment on function write_listing_events() is
  'A listing''s state, terms and funds, for its host and the admins. Added budget is an event beside the change that it is, for its host.';
