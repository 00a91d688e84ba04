-- Whether a clip still says what its listing asks for: hashtags, mentions, that it is paid. Only clips whose listing asks
-- for something have a row.
create table caption_checks (
  submission_id uuid primary key references submissions (id),
  -- null: not looked at any more
  next_check_at timestamptz,
  checked_at timestamptz not null,
  -- the hashtags and mentions that are missing, and "disclosure"; empty: all is there
  missing text[] not null default '{}',
  missing_since timestamptz,
  fix_by timestamptz,
  -- it earns no more until it is fixed
  stopped_at timestamptz,
  restored_at timestamptz,
  check ((missing = '{}') = (missing_since is null)),
  check ((missing_since is null) = (fix_by is null)),
  check (stopped_at is null or missing_since is not null)
);
create index caption_checks_due on caption_checks (next_check_at) where next_check_at is not null;

insert into caption_checks (submission_id, next_check_at, checked_at)
select s.id, s.submitted_at, s.submitted_at
from submissions s
join listing_versions v on v.listing_id = s.listing_id and v.version = s.listing_version
join clip_tracking t on t.submission_id = s.id
where s.status in ('pending', 'approved') and t.state = 'polling' and t.count_level = 'platform'
  and (v.disclosure_required or v.required_tags <> '{}');
