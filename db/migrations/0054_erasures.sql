-- Instagram names an account towards each app by an id of its own, also when its person takes the consent back.
alter table connections add column app_scoped_id text;
create index connections_app_scoped on connections (platform, app_scoped_id) where app_scoped_id is not null;

-- What became of a request to delete what came from a platform: its page says so, and names nobody.
create table deletion_requests (
  code text primary key,
  done_at timestamptz not null,
  -- how many connected accounts it meant
  accounts int not null check (accounts >= 0)
);
revoke update, delete on deletion_requests from permille_app;

-- Accounts that were deleted before: what named their person in these places goes too.
update card_payments c set payer_email = null
  from deposits d, users u where d.id = c.deposit_id and u.id = d.host_id and u.closed_at is not null;
update connections c set followers = null, scopes = '' from users u where u.id = c.user_id and u.closed_at is not null;
update view_attestations p set read_text = null
  from submissions s, users u where s.id = p.submission_id and u.id = s.clipper_id and u.closed_at is not null;
update payouts p set destination = left(destination, 1) || '•••@' || split_part(destination, '@', 2)
  from users u where u.id = p.clipper_id and u.closed_at is not null and p.state not in ('requested', 'processing')
    and p.destination not like '_•••@%';
