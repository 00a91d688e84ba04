set local lock_timeout = '2s';
create table job_activity (
  only_row boolean not null default true,
  active_at timestamptz not null,
  constraint job_activity_pkey primary key (only_row),
  constraint job_activity_one_row check (only_row)
);
comment on table job_activity is 'Whether any process runs the jobs, for those that run none.';
comment on column job_activity.active_at is 'When a process last came to its jobs, on the clock of the database; noted every fifteen seconds.';

create table upload_senders (
  media_id uuid not null,
  owner_id uuid not null,
  sender uuid not null,
  is_wanted boolean not null default true,
  expires_at timestamptz not null,
  constraint upload_senders_pkey primary key (media_id),
  constraint upload_senders_media foreign key (media_id) references media_files on delete cascade,
  constraint upload_senders_owner foreign key (owner_id) references users on delete cascade
);
create index upload_senders_owner on upload_senders (owner_id);
comment on table upload_senders is 'The request that sends an upload, in whichever process: one to an upload, a few to a person.';
comment on column upload_senders.sender is 'Of the request; it ends when the row is no longer its own.';
comment on column upload_senders.is_wanted is 'False once a newer request waits to go on with the upload.';
comment on column upload_senders.expires_at is 'On the clock of the database: the process that takes the bytes in moves it on, and one that was killed does not.';
