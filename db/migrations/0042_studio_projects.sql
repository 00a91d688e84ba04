set local lock_timeout = '2s';
create table studio_projects (
  clipper_id uuid not null,
  listing_id uuid not null,
  version integer not null,
  project jsonb not null,
  updated_at timestamptz not null,
  constraint studio_projects_pkey primary key (clipper_id, listing_id),
  constraint studio_projects_clipper foreign key (clipper_id) references users,
  constraint studio_projects_listing foreign key (listing_id) references listings,
  constraint studio_projects_version_positive check (version > 0),
  constraint studio_projects_size check (octet_length(project::text) <= 524288)
);
comment on table studio_projects is
  'What a clipper cuts from the source of a listing: cuts, frame and captions, without any picture (contract/studio.ts).';
comment on column studio_projects.version is
  'Counted up by each save, which names the version that it changed: of two tabs one is told, and none writes over the other.';
create index studio_projects_listing_id on studio_projects (listing_id);
