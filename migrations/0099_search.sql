-- What one search of the whole admin area looks through, so that it costs the same with ten lines of the bank as with a
-- hundred thousand. Computed like the columns of the same name of donors: each begins with a space, as each word in it does.
-- What many rows have is found in the order of the list, of which only the first few are shown.

alter table bank_lines add column searched text not null generated always as (
  search_form(' ' || counterparty || ' ' || text)) stored;
create index bank_lines_searched on bank_lines using gin (searched gin_trgm_ops);
create index bank_lines_last_booked on bank_lines (booked_on desc, id desc);
-- Whoever looks for an amount does not know its sign.
create index bank_lines_amount on bank_lines (abs(cents));

alter table expenses add column searched text not null generated always as (
  search_form(' ' || payee || ' ' || purpose)) stored;
create index expenses_searched on expenses using gin (searched gin_trgm_ops);
create index expenses_last_paid on expenses (paid_on desc, id desc);
create index expenses_amount on expenses (amount_cents);

create index deposits_searched on deposits using gin (search_form(' ' || title) gin_trgm_ops);
create index deposit_lines_check_number on deposit_lines (check_number) where check_number <> '';

alter table nominations add column searched text not null generated always as (search_form(' ' || nominee)) stored;
create index nominations_searched on nominations using gin (searched gin_trgm_ops);

create index donation_receipts_number on donation_receipts using gin (number gin_trgm_ops);
create index plans_last_started on plans (started_at desc, id desc) where state <> 'started';
