set local lock_timeout = '2s';
alter table outbound_emails drop constraint outbound_emails_state_known;
alter table outbound_emails add constraint outbound_emails_state_known
  check (state in ('waiting', 'sent', 'failed', 'kept')) not valid;
comment on column outbound_emails.state is 'kept: never sent, because its reader is somebody whom the demo made; the outbox shows it.';
alter table users add column demo_changed_at timestamptz;
comment on column users.demo_changed_at is 'When somebody last changed something by this demo account; null: nothing since it was seeded.';
