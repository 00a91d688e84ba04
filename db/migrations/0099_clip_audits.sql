set local lock_timeout = '2s';
create table audit_draws (
  submission_id uuid not null constraint audit_draws_pkey primary key,
  drawn_micros bigint not null constraint audit_draws_drawn_micros_not_negative check (drawn_micros >= 0),
  drawn_at timestamptz not null
);
comment on table audit_draws is
  'Up to which sum of a clip''s earnings it was drawn whether an audit begins. Money above it is not paid out without '
  'proof.';
grant select, insert, update on audit_draws to permille_app;

create table clip_audits (
  fraud_hold_id uuid not null constraint clip_audits_pkey primary key
    constraint clip_audits_fraud_hold_id_fkey references fraud_holds (id),
  submission_id uuid not null constraint clip_audits_submission_id_fkey references submissions (id),
  views bigint not null constraint clip_audits_views_positive check (views > 0),
  code text not null constraint clip_audits_code_form check (code ~ '^[2-9A-HJ-NP-Z]{6}$'),
  probability double precision not null constraint clip_audits_probability_range check (probability > 0 and probability <= 1),
  drawn double precision not null constraint clip_audits_drawn_below check (drawn >= 0 and drawn < probability),
  opened_at timestamptz not null,
  due_at timestamptz not null
);
comment on table clip_audits is
  'Clips that were drawn at random, by the money at stake: the owner shows the analytics of the views on hold.';
comment on column clip_audits.fraud_hold_id is 'The hold''s state is the state of the audit.';
comment on column clip_audits.views is 'The counter up to which the audit proves the views.';
comment on column clip_audits.code is 'The picture of the analytics shows this code, so that it can''t be an older one.';
comment on column clip_audits.probability is 'The probability of an audit, and the number that was drawn below it.';
create index clip_audits_submission on clip_audits (submission_id);
create index clip_audits_due on clip_audits (due_at);
grant select, insert on clip_audits to permille_app;
