-- More of what a host's card tells. Shares over few decisions say nothing and are null.
alter table host_stats
  -- of what closed or long-running listings were funded with, what clips earned
  add column paid_share double precision,
  -- reason → how many of the host's own rejections
  add column reject_reasons jsonb not null default '{}',
  -- holds on clips of the host's listings that were appealed and decided, and how many of them were overturned
  add column fraud_holds_appealed int not null default 0,
  add column fraud_holds_overturned int not null default 0;
