-- Money without proof, oldest first, and what waits on the desk, cost the same with a million donations as with a thousand.

-- The oldest unspent allocation of all, and the next ones; each need is listed where its own oldest one is.
create index allocations_unspent_oldest on allocations (created_at, nomination_id) where amount_cents > spent_cents;

-- Few wait for their first decision, however many there have been.
create index nominations_undecided on nominations (created_at, id) where not is_accepted and not is_rejected;

-- Few people have former addresses, which retention looks for each night and whenever somebody looks what it would remove.
create index donors_formerly on donors (created_at, id) where formerly <> '' and joined_into is null;
