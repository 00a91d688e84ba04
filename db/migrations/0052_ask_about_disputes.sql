-- An open dispute freezes its host: when the processor is asked how it stands, in case its message was lost.
alter table deposit_disputes
  add column due_at timestamptz,
  add column tries int not null default 0;
update deposit_disputes set due_at = opened_at + interval '1 day' where outcome is null;
create index deposit_disputes_due on deposit_disputes (due_at) where due_at is not null;
