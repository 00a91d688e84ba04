set local lock_timeout = '2s';

create table analytics_consents (
  connection_id uuid not null,
  external_id text not null,
  access_token_sealed text not null,
  refresh_token_sealed text,
  access_token_expires_at timestamptz not null,
  refresh_leased_until timestamptz,
  constraint analytics_consents_pkey primary key (connection_id),
  constraint analytics_consents_connection foreign key (connection_id) references connections on delete cascade
);
create index analytics_consents_account on analytics_consents (external_id);
comment on table analytics_consents is 'The consent by which an account''s owner releases its analytics, where the platform has another app for them than for counts (TikTok for Business). It goes with the release.';
comment on column analytics_consents.external_id is 'The account''s id towards that app.';
comment on column analytics_consents.access_token_sealed is 'Encrypted with the server''s key.';
comment on column analytics_consents.refresh_leased_until is 'As of connections: while a process asks for new tokens, nobody else uses the refresh token. Real time.';
comment on index analytics_consents_account is 'Whether another connection still lives by a consent of the same account.';

create or replace function delete_analytics() returns trigger language plpgsql as $$
begin
  delete from clip_analytics where connection_id = new.id;
  delete from analytics_consents where connection_id = new.id;
  return null;
end $$;
comment on function delete_analytics() is 'What was read under a release goes with it, and so does the consent that it lived by, in the same transaction.';
