-- Whoever was shown before anybody asked can say no, too, such as on the phone: an answer without a link, a code, or a
-- paper.
alter table consents drop constraint consents_method_check;
alter table consents add constraint consents_method_check check (method in ('link', 'code', 'paper', 'told'));

-- What is not shown because the people whom it is about do not want it: few nominations, looked for with each sum.
create index nominations_taken_back on nominations (cause_id)
  where consent_said in ('declined', 'withdrawn', 'ended');
