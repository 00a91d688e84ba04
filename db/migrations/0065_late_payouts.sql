-- When the operator and its clipper were told that a payout is late; each is told once.
alter table payouts add column late_notified_at timestamptz;
