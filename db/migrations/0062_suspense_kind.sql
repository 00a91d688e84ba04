-- Money without an owner stands in one account until a person finds out whose it is. It comes after 'host': what somebody is
-- owed is never below zero. In a file of its own, because a new value can't be used in the transaction that adds it.
alter type ledger_account_kind add value if not exists 'platform_suspense';
