-- When the adviser of a fund was thanked: once, whatever is corrected later.
alter table expected_donations add column thanked_at timestamptz(3);
update expected_donations set thanked_at = changed_at where paid_donation_id is not null and adviser_email is not null;
