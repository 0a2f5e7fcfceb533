-- Names only; no row changes. The words are those of docs/glossary.md.

-- What was paid for a nomination.
alter table spendings rename to expenses;
alter table expenses rename column proof to receipt_kind;
alter index spendings_pkey rename to expenses_pkey;
alter index spendings_nomination rename to expenses_nomination;
alter table expenses rename constraint spendings_nomination_id_fkey to expenses_nomination_id_fkey;
alter table expenses rename constraint spendings_amount_cents_check to expenses_amount_cents_check;
alter table expenses rename constraint spendings_proof_check to expenses_receipt_kind_check;
alter table expenses rename constraint spendings_check to expenses_undone_check;

alter table spending_receipts rename to expense_receipts;
alter table expense_receipts rename column spending_id to expense_id;
alter index spending_receipts_pkey rename to expense_receipts_pkey;
alter index spending_receipts_spending rename to expense_receipts_expense;
alter table expense_receipts rename constraint spending_receipts_file_id_fkey to expense_receipts_file_id_fkey;
alter table expense_receipts rename constraint spending_receipts_spending_id_fkey to expense_receipts_expense_id_fkey;

alter table ledger_entries rename column spending_id to expense_id;
alter index ledger_entries_spending rename to ledger_entries_expense;
alter table ledger_entries rename constraint ledger_entries_spending_id_fkey to ledger_entries_expense_id_fkey;
alter table ledger_entries rename constraint ledger_entries_spending_known to ledger_entries_expense_known;
-- Where an entry comes from: the provider's event, or the call that made it. A cause is what donors choose.
alter table ledger_entries rename column cause to source;
alter table ledger_entries rename constraint ledger_entries_cause_check to ledger_entries_source_check;

-- The private link to a donor's page.
alter table gift_links rename to donation_links;
alter index gift_links_pkey rename to donation_links_pkey;
alter index gift_links_donation rename to donation_links_donation;
alter table donation_links rename constraint gift_links_donation_id_fkey to donation_links_donation_id_fkey;

-- Challenges that were solved and used.
alter table used_proofs rename to used_challenges;
alter index used_proofs_pkey rename to used_challenges_pkey;
