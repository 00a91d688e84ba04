set local lock_timeout = '2s';
create table record_signing_keys (
  id uuid not null,
  kid text not null,
  public_jwk jsonb not null,
  private_sealed text,
  made_at timestamptz not null,
  retired_at timestamptz,
  constraint record_signing_keys_pkey primary key (id),
  constraint record_signing_keys_kid_once unique (kid),
  constraint record_signing_keys_signs_until_retired check ((private_sealed is null) = (retired_at is not null))
);
comment on table record_signing_keys is
  'Sign verified records. A retired key keeps its public part, by which what it signed is still verified.';
create unique index record_signing_keys_one_signs on record_signing_keys ((true)) where retired_at is null;
comment on index record_signing_keys_one_signs is 'Two processes that make a key at once end with one.';

create table verified_records (
  id uuid not null,
  clipper_id uuid not null,
  shares_earnings boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint verified_records_pkey primary key (id),
  constraint verified_records_clipper foreign key (clipper_id) references users on delete cascade,
  constraint verified_records_expires_later check (expires_at > created_at)
);
comment on table verified_records is
  'Records that clippers share now. What was signed for one that is gone is revoked, so none is kept after its end.';
create index verified_records_clipper on verified_records (clipper_id, created_at desc);
comment on index verified_records_clipper is 'The own records, newest first.';
create index verified_records_expires on verified_records (expires_at);
comment on index verified_records_expires is 'Records that are to be deleted.';
