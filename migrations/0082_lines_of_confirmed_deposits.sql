-- Who gave is with the donation from then on, so that an erasure finds it there: as for lines of imports.
alter table deposit_lines add constraint deposit_lines_name_nobody_once_confirmed
  check (donation_id is null or (first_name, last_name, email, note) = ('', '', '', ''));
