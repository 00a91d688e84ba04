set local lock_timeout = '2s';
alter table clip_tracking add column shown_views bigint not null default 0;
comment on column clip_tracking.shown_views is
  'Position on the counter up to which shared analytics look like people, as far as the platform reports figures. If it '
  'reports too few kinds, proven_views is a part of it.';

create table awaited_audits (
  submission_id uuid not null constraint awaited_audits_pkey primary key,
  views bigint not null constraint awaited_audits_views_positive check (views > 0),
  drawn_micros bigint not null constraint awaited_audits_drawn_micros_positive check (drawn_micros > 0),
  probability double precision not null
    constraint awaited_audits_probability_range check (probability > 0 and probability <= 1),
  drawn double precision not null constraint awaited_audits_drawn_below check (drawn >= 0 and drawn < probability),
  drawn_at timestamptz not null,
  answer_by timestamptz not null
);
comment on table awaited_audits is
  'Drawn clips whose owner shares analytics, which are late: their unproven money waits, and the audit begins only if '
  'the analytics do not answer it.';
comment on column awaited_audits.drawn_micros is 'The sum of the clip''s earnings for which it was drawn.';
create index awaited_audits_answer_by on awaited_audits (answer_by);
grant select, insert, update, delete on awaited_audits to permille_app;
