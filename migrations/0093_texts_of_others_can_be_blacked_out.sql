-- An answer, and how whoever agreed is related, may lose the name of somebody who is erased, as every other text may, and
-- nothing else.
create or replace function refuse_answer_change() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - 'text') = (to_jsonb(old) - 'text')
    and is_erased_form(to_jsonb(old.text), to_jsonb(new.text))
  then
    return new;
  end if;
  raise exception 'an answer is never changed: store a new version';
end
$$;
drop trigger answers_keep_words on answers;
create trigger answers_keep_words before update on answers
  for each row execute function refuse_answer_change();

create or replace function refuse_consent_change() returns trigger language plpgsql as $$
begin
  if (old.answer, old.shows_name, old.shows_story, old.shows_photos, old.given_by, old.relation,
      old.ends_on, old.ends_at, old.given_at)
    is distinct from
    (new.answer, new.shows_name, new.shows_story, new.shows_photos, new.given_by, new.relation,
      new.ends_on, new.ends_at, new.given_at)
    or not is_erased_form(to_jsonb(old.relation_text), to_jsonb(new.relation_text))
  then
    raise exception 'a consent is never changed: store a new one';
  end if;
  return new;
end
$$;
