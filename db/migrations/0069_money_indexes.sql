-- Whoever opens the Earnings page asks which card deposits still season, and every settlement which exhausted listings can go
-- on: both are few of very many.
create index deposits_by_card on deposits (confirmed_at) where rail = 'stripe';
create index listings_exhausted on listings (id) where state = 'paused' and pause_reason = 'exhausted';
