alter table connections add column next_check_at timestamptz;
comment on column connections.next_check_at is
  'When the platform is asked again whether the consent stands: its tokens are renewed before they end, also while no clip '
  'is counted. Null: at once.';
create index connections_check on connections (next_check_at nulls first) where state = 'active' and verified_by = 'oauth';
comment on index connections_check is 'The consents that are due to be checked.';
