-- Where a platform has no keys here, views are attested: read from screenshots that two people confirmed.
alter table clip_tracking
  add column count_level text not null default 'platform' check (count_level in ('platform', 'attested'));
-- Nobody polls what only people can count.
alter table clip_tracking drop constraint clip_tracking_check;
alter table clip_tracking add constraint clip_tracking_polled
  check ((state = 'polling' and count_level = 'platform') = (next_poll_at is not null));

alter table view_attestations
  -- of the picture's bytes, so that the same one is known again
  add column sha256 text,
  add column decision text check (decision in ('confirmed', 'refused')),
  add column decided_at timestamptz,
  add column refusal_note text check (length(refusal_note) <= 500),
  -- what it counted for: the lowest figure that it, its clipper and the two people named
  add column counted_views bigint check (counted_views >= 0),
  add constraint view_attestations_decided check ((decision is null) = (decided_at is null)),
  add constraint view_attestations_counted check ((decision is not distinct from 'confirmed') = (counted_views is not null));
create index view_attestations_sha256 on view_attestations (sha256);
create index view_attestations_undecided on view_attestations (sent_at, id) where decision is null and replaced_at is null;

create table attestation_confirmations (
  attestation_id uuid not null references view_attestations (id),
  person_id uuid not null references users (id),
  -- the figure that this person read in the picture
  views bigint not null check (views >= 0),
  confirmed_at timestamptz not null,
  primary key (attestation_id, person_id)
);
-- Who confirmed what stays.
revoke update, delete on attestation_confirmations from permille_app;
