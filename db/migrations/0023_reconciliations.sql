-- What the invariants of the ledger said, each time they were asked: every night, and when an admin wants to know.
create table reconciliations (
  id uuid primary key,
  -- the night it is for; null when somebody asked
  night timestamptz unique,
  asked_by uuid references users (id) on delete set null,
  started_at timestamptz not null,
  -- null while invariants are still to be asked: a process that was stopped leaves the rest to the next one
  finished_at timestamptz,
  -- of {"name", "ok", "detail"}, in the order they were asked
  invariants jsonb not null default '[]',
  broken int not null default 0
);
create index reconciliations_newest on reconciliations (started_at desc, id desc);
