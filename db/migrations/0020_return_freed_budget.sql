-- Money can come free on a listing that is closed already: a hold that is upheld later. It goes back to the host.
alter table listings
  -- Removed for payment fraud: what is left stays where it is.
  add column remainder_frozen boolean not null default false,
  -- Numbers the returns, so that each has a key of its own.
  add column remainder_returns integer not null default 0,
  add constraint listings_frozen_when_removed check (not remainder_frozen or state = 'removed');

update listings l set remainder_frozen = true
where l.state = 'removed' and (l.removal_reason = 'Demo reset' or exists (
  select from audit_log a where a.subject_type = 'listing' and a.subject_id = l.id
    and a.action = 'listing.removed' and (a.data ->> 'frozen')::boolean));
