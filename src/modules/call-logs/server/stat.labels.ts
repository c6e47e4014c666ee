import { sql } from 'kysely';
import type { Reading } from './call.query.ts';
import type { StatGroupBy } from './stat.query.ts';

/** What a group is called, and what is said of it beside. */
export interface Label {
  readonly label: string;
  readonly detail: string | null;
}

/** Names of groups by their keys. */
export async function labelsOf(call: Reading, by: StatGroupBy, keys: readonly string[]): Promise<(key: string) => Label> {
  const word = (key: string): string => call.services.texts.text(call.caller.language, 'call-logs', key);
  if (by === 'class') return (key) => ({ label: word(`call.class.${key}`), detail: null });
  if (by === 'caller') {
    const names = await callerNames(call, keys);
    return (key) => {
      const [kind = '', id = ''] = key.split(':');
      const name = names.get(id);
      return name === undefined || id === ''
        ? { label: word(`call.callerKind.${kind}`), detail: null }
        : { label: name, detail: word(`call.callerKind.${kind}`) };
    };
  }
  if (by === 'system') {
    const { rows } = await sql<{
      id: string;
      name: string;
      code: string;
    }>`select distinct on (system_id) system_id as id, system_name as name, system_code as code
      from call_target where system_id::text = any(${[...keys]}::text[])`.execute(call.db);
    const known = new Map(rows.map((row) => [row.id, row]));
    return (key) => ({ label: known.get(key)?.name ?? key, detail: known.get(key)?.code ?? null });
  }
  const { rows } = await sql<{ id: string; name: string; path: string }>`select interface_id as id, name, path from call_target
    where interface_id::text = any(${keys.map((key) => key.split(':')[0] ?? '')}::text[])`.execute(call.db);
  const known = new Map(rows.map((row) => [row.id, row]));
  return (key) => {
    const [id = '', no] = key.split(':');
    const found = known.get(id);
    return { label: no === undefined ? (found?.name ?? id) : `${found?.name ?? id} v${no}`, detail: found?.path ?? null };
  };
}

/** Names of callers as their latest call had them. */
async function callerNames({ db }: Reading, keys: readonly string[]): Promise<Map<string, string>> {
  const ids = [...new Set(keys.map((key) => key.slice(key.indexOf(':') + 1)).filter((id) => id !== ''))];
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string | null }>`select wanted.id, (select caller_name from call_log
      where caller_id = wanted.id and caller_name is not null order by at desc, id desc limit 1) as name
    from unnest(${ids}::text[]) as wanted (id)`.execute(db);
  return new Map(rows.flatMap(({ id, name }) => (name === null ? [[id, id] as const] : [[id, name] as const])));
}
