-- A period may be mailed again, to whoever has not had their statement of it, or to everybody. Who is left out is decided
-- under a lock.
drop index statement_mailings_once;
