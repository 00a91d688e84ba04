-- Clips that were pending when their listing was removed: nobody can decide on them, and their posts are not free. A
-- removal closes them itself from now on.
with closed as (
  update submissions s set status = 'withdrawn', withdrawn_at = l.removed_at, decision = null, decision_by = null,
    decision_commits_at = null, reject_reason = null, reject_note = null
  from listings l where l.id = s.listing_id and l.state = 'removed' and s.status = 'pending'
  returning s.id, s.listing_id, s.withdrawn_at
)
insert into audit_log (id, occurred_at, actor_kind, action, subject_type, subject_id, data)
select uuid_v7(), withdrawn_at, 'system', 'submission.closed', 'submission', id,
  jsonb_build_object('listingId', listing_id)
from closed;
