-- An address of a log as one that networks can be compared with; what a proxy sent instead of an address is none.
create function address_or_null(text) returns inet language plpgsql immutable strict parallel safe as $$
begin
  return $1::inet;
exception when data_exception then
  return null;
end $$;
