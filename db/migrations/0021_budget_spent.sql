alter table clip_earnings add column budget_spent_at timestamptz;
comment on column clip_earnings.budget_spent_at is
  'Since when the listing''s budget can''t pay views that the clip has earned; null while all of them are paid. A finished '
  'clip keeps it when the budget never came.';
