-- While a process asks the platform for new tokens it holds no lock and no database connection, only this lease: until
-- then nobody else uses the refresh token, which may work once. On the machine's clock, for it outlives a process that died.
alter table connections add column refresh_leased_until timestamptz;
