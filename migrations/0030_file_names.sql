-- The name that a file had on the device of whoever uploaded it, so that people recognize it in the admin area. Null for
-- the files of before, and where there was none. It may be personal (“Maria Lopez, invoice.pdf”): it goes with its row,
-- and nothing public shows it.
alter table files add column original_name text check (char_length(original_name) between 1 and 200);
