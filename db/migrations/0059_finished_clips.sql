-- A clip is finished once the last it earned was released: until then a bank's or a reviewer's question can still reach it.
update clip_earnings e set state = 'accruing'
where e.state = 'finished' and exists (
  select from accruals a where a.submission_id = e.submission_id and a.state = 'pending');
