-- What a person confirmed on signing up, and when the account was closed at its own wish.
alter table users
  add column age_confirmed_at timestamptz,
  add column terms_version text,
  add column closed_at timestamptz;

-- An erased file keeps its row while a listing's history names it; its bytes are removed by a job, which then clears ready_at.
alter table media_files drop constraint media_files_state_check;
alter table media_files add constraint media_files_state_check
  check (state in ('uploading', 'ready', 'refused', 'erased'));
create index media_files_erased on media_files (id) where state = 'erased' and ready_at is not null;

-- Closing an account pays out what is left in whole cents.
alter table payouts drop constraint payouts_cause_check;
alter table payouts add constraint payouts_cause_check check (cause in ('withdrawal', 'weekly', 'closing'));
