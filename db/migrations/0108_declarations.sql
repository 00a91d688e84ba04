set local lock_timeout = '2s';
create table declarations (
  id uuid not null constraint declarations_pkey primary key,
  submission_id uuid not null constraint declarations_submission_id_fkey references submissions (id),
  author_id uuid not null constraint declarations_author_id_fkey references users (id),
  by text not null constraint declarations_by_known check (by in ('host', 'clipper')),
  kind text not null
    constraint declarations_kind_known check (kind in ('raid', 'community_post', 'newsletter', 'repost', 'comments_closed')),
  at timestamptz not null,
  link text constraint declarations_link_form check (link ~ '^https://' and length(link) <= 500),
  declared_at timestamptz not null,
  constraint declarations_link_of_shares check ((kind = 'comments_closed') = (link is null)),
  constraint declarations_comments_by_clipper check (kind <> 'comments_closed' or by = 'clipper')
);
comment on table declarations is
  'What a clip''s host or clipper declared: that somebody shared it at a time, or that its comments are closed. The '
  'score compares it with the counts. A row is never changed.';
comment on column declarations.at is 'The stated time of the share, or the time since which comments are closed.';
create index declarations_clip on declarations (submission_id);
create index declarations_author on declarations (author_id, declared_at);
grant select, insert on declarations to permille_app;
