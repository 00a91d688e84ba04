set local lock_timeout = '2s';
create index connections_history on connections (user_id, connected_at desc, id desc);
comment on index connections_history is 'All connections that a person ever had; connections_user has those that are left.';
