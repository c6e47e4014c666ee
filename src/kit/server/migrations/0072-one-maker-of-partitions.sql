-- Two who miss the same month at once: the second waits for the first, and finds it made ("if not exists" looks before it would wait).
create or replace function make_log_partition(log text, moment bigint) returns void language plpgsql as $$
declare
  month timestamp := date_trunc('month', to_timestamp(moment / 1000.0) at time zone 'UTC');
  part text := log || '_' || to_char(month, 'YYYY_MM');
begin
  if to_regclass(part) is null then
    perform pg_advisory_xact_lock(hashtextextended('make_log_partition', 0));
    execute format(
      'create table if not exists %I partition of %I for values from (%s) to (%s)', part, log,
      (extract(epoch from month) * 1000)::bigint, (extract(epoch from month + interval '1 month') * 1000)::bigint);
  end if;
end $$;
