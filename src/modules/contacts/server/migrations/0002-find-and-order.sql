-- Every character and every pair of neighbours of a text, each once: candidates for what holds a word, whatever its length.
create function contact_grams(value text) returns text[] language sql immutable parallel safe strict as $$
  select coalesce(array_agg(distinct substr(folded.one, at, size)), '{}') from (select lower(normalize(value, NFKC)) as one) as folded,
    generate_series(1, length(folded.one)) as at, generate_series(1, 2) as size where at + size - 1 <= length(folded.one)
$$;

-- Where a role stands in the list; it decides nothing.
alter table contact_role add column order_no integer not null default 0;
