create table cohort_links (
  one_id uuid not null constraint cohort_links_one_id_fkey references users (id),
  other_id uuid not null constraint cohort_links_other_id_fkey references users (id),
  kind text not null constraint cohort_links_kind_known
    check (kind in ('payout_address', 'device', 'posting_minute', 'synchronized_growth', 'audience')),
  hits int4 not null constraint cohort_links_hits_positive check (hits > 0),
  detail text,
  first_found_at timestamptz not null,
  found_at timestamptz not null,
  decided_at timestamptz,
  constraint cohort_links_pkey primary key (one_id, other_id, kind),
  constraint cohort_links_in_order check (one_id < other_id)
);
comment on table cohort_links is 'What two clippers have in common that strangers do not: found by a job over the clips that are counted, kept when it is not found again.';
comment on column cohort_links.hits is 'How many clips, minutes or hours it rests on.';
comment on column cohort_links.detail is 'What they share: a mailbox (masked), a network, countries and sources.';
comment on column cohort_links.found_at is 'When it was found last.';
comment on column cohort_links.decided_at is 'A person decided on a cohort of the two: this link joins nobody any more.';
create index cohort_links_other_id on cohort_links (other_id);
create index cohort_links_undecided on cohort_links (found_at) where decided_at is null;

create table cohorts (
  id uuid not null constraint cohorts_pkey primary key,
  state text not null constraint cohorts_state_known check (state in ('open', 'held', 'upheld', 'cleared')),
  found_at timestamptz not null,
  changed_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid constraint cohorts_decided_by_fkey references users (id),
  note text constraint cohorts_note_length check (length(note) <= 500),
  constraint cohorts_decided check ((state = 'open') = (decided_at is null) and (state = 'open') = (decided_by is null))
);
comment on table cohorts is 'Clippers who are joined by links. Held, upheld and cleared are what an admin decided on all of them; of held ones it is not the last word.';
comment on column cohorts.changed_at is 'When somebody joined last.';
create index cohorts_by_change on cohorts (changed_at desc, id desc);
create index cohorts_open on cohorts (changed_at) where state = 'open';

create table cohort_members (
  cohort_id uuid not null constraint cohort_members_cohort_id_fkey references cohorts (id) on delete cascade,
  clipper_id uuid not null constraint cohort_members_clipper_id_fkey references users (id),
  joined_at timestamptz not null,
  constraint cohort_members_pkey primary key (cohort_id, clipper_id)
);
comment on table cohort_members is 'Who belongs to a cohort: of those that are undecided, everybody to one at most.';
create index cohort_members_clipper_id on cohort_members (clipper_id);
