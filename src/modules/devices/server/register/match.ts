import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import '../devices.table.ts';

interface Candidate {
  safe_id: string;
  device_id: string;
  rank: number;
  /** Somebody works with it, or waits to. */
  live: boolean;
  /** The one that it was so far. */
  present: boolean;
}

/**
 * Which devices the equipment of the register is: found by the strongest identifier that both have. What a device says of itself proves
 * nothing, so that a second one with the same identifier is a conflict: it is listed, and gives the newcomer nothing. The one that was known
 * first keeps its place while it is in use.
 */
export async function matchEquipment(
  tx: Db,
  of: { readonly deviceIds?: readonly string[]; readonly safeIds?: readonly string[] },
): Promise<void> {
  const { rows } = await sql<Candidate>`
    select i.safe_id, d.device_id, min(case i.kind when 'serial' then 1 when 'motherboardUuid' then 2 when 'diskUuid' then 3 else 4 end) as rank,
      device.state not in ('unbound', 'erased', 'retired') as live, s.matched_device_id is not distinct from d.device_id as present
    from safe_identifier i join device_identifier d on d.kind = i.kind and d.value = i.value join safe_device s on s.id = i.safe_id and s.enabled
    join device on device.id = d.device_id and device.platform = s.platform and device.state <> 'retired'
    where i.safe_id = any(${[...(of.safeIds ?? [])]}::uuid[])
      or i.safe_id in (select x.safe_id from safe_identifier x join device_identifier y on y.kind = x.kind and y.value = x.value
        where y.device_id = any(${[...(of.deviceIds ?? [])]}::uuid[]))
    group by i.safe_id, d.device_id, device.state, s.matched_device_id`.execute(tx);
  const bySafe = Map.groupBy(rows, ({ safe_id }) => safe_id);
  // What no device is like is settled at once, as an import brings it by thousands.
  const alone = (of.safeIds ?? []).filter((id) => !bySafe.has(id));
  await sql`update safe_device set matched_device_id = null, match_state = 'none' where id = any(${alone}::uuid[]) and not match_by_hand
    and (matched_device_id is not null or match_state <> 'none')`.execute(tx);
  // What only a device that has gone was like is nothing's any more.
  await sql`update safe_device s set matched_device_id = null, match_state = 'none' from device d where d.id = s.matched_device_id
    and d.id = any(${[...(of.deviceIds ?? [])]}::uuid[]) and d.state = 'retired' and not s.match_by_hand
    and s.id <> all(${[...bySafe.keys()]}::uuid[])`.execute(tx);
  for (const [safeId, found] of bySafe) {
    const { state, deviceId } = settled(found);
    // What was matched by hand stays until somebody undoes it.
    await sql`update safe_device set matched_device_id = ${deviceId}::uuid, match_state = ${state}
      where id = ${safeId}::uuid and not match_by_hand`.execute(tx);
    if (deviceId !== null)
      await sql`update device set ownership = 'company', asset_no = coalesce(nullif(device.asset_no, ''), s.asset_no, ''), owner_dept_id = coalesce(device.owner_dept_id, s.owner_dept_id)
        from safe_device s where device.id = ${deviceId}::uuid and s.id = ${safeId}::uuid and device.ownership = 'unknown'`.execute(tx);
  }
}

function settled(found: readonly Candidate[]): { state: 'one' | 'conflict'; deviceId: string | null } {
  const live = found.filter((one) => one.live);
  const asked = live.length > 0 ? live : found;
  const surest = Math.min(...asked.map(({ rank }) => rank));
  const best = asked.filter(({ rank }) => rank === surest);
  const known = best.find(({ present }) => present);
  if (best.length === 1) return { state: 'one', deviceId: best[0]!.device_id };
  return { state: 'conflict', deviceId: known?.device_id ?? null };
}

/** A piece of the register that a device is; the lower its rank, the surer. */
export interface Equipment {
  device: string;
  id: string;
  name: string;
  uses: string[];
  rank: number;
}

/** The piece of the register that each of these devices is: by hand, else by serial number, board, disk, network address; two alike are none. */
export async function equipmentOf(db: Db, deviceIds: readonly string[]): Promise<Map<string, Equipment>> {
  const { rows } =
    await sql<Equipment>`select s.matched_device_id as device, s.id, s.name, s.uses, case when s.match_by_hand then 0 else coalesce((
      select min(case i.kind when 'serial' then 1 when 'motherboardUuid' then 2 when 'diskUuid' then 3 else 4 end)
      from safe_identifier i join device_identifier d on d.kind = i.kind and d.value = i.value
      where i.safe_id = s.id and d.device_id = s.matched_device_id), 5) end as rank
    from safe_device s where s.enabled and s.matched_device_id = any(${[...deviceIds]}::uuid[]) order by rank`.execute(db);
  const found = new Map<string, Equipment>();
  for (const [device, mine] of Map.groupBy(rows, (row) => row.device)) {
    const best = mine.filter(({ rank }) => rank === mine[0]?.rank);
    if (best.length === 1) found.set(device, best[0]!);
  }
  return found;
}
