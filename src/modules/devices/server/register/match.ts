import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import '../devices.table.ts';

/** Which equipment of the register devices are: found by the strongest identifier that both have; several at once are a conflict and match nothing. */
export async function matchEquipment(
  tx: Db,
  of: { readonly deviceIds?: readonly string[]; readonly safeIds?: readonly string[] },
): Promise<void> {
  const { rows } = await sql<{ safe_id: string; device_id: string; rank: number }>`
    select i.safe_id, d.device_id, min(case i.kind when 'serial' then 1 when 'motherboardUuid' then 2 when 'diskUuid' then 3 else 4 end) as rank
    from safe_identifier i join device_identifier d on d.kind = i.kind and d.value = i.value join safe_device s on s.id = i.safe_id and s.enabled
    join device on device.id = d.device_id and device.platform = s.platform and device.state <> 'retired'
    where i.safe_id = any(${[...(of.safeIds ?? [])]}::uuid[])
      or i.safe_id in (select x.safe_id from safe_identifier x join device_identifier y on y.kind = x.kind and y.value = x.value
        where y.device_id = any(${[...(of.deviceIds ?? [])]}::uuid[]))
    group by i.safe_id, d.device_id`.execute(tx);
  const bySafe = Map.groupBy(rows, ({ safe_id }) => safe_id);
  // What no device is like is settled at once, as an import brings it by thousands.
  const alone = (of.safeIds ?? []).filter((id) => !bySafe.has(id));
  await sql`update safe_device set matched_device_id = null, match_state = 'none' where id = any(${alone}::uuid[]) and not match_by_hand
    and (matched_device_id is not null or match_state <> 'none')`.execute(tx);
  for (const safeId of bySafe.keys()) {
    const found = (bySafe.get(safeId) ?? []).toSorted((one, other) => one.rank - other.rank);
    const best = found.filter(({ rank }) => rank === found[0]?.rank);
    const state = best.length === 0 ? 'none' : best.length === 1 ? 'one' : 'conflict';
    const deviceId = best.length === 1 ? best[0]!.device_id : null;
    // What was matched by hand stays until somebody undoes it.
    await sql`update safe_device set matched_device_id = ${deviceId}::uuid, match_state = ${state}
      where id = ${safeId}::uuid and not match_by_hand`.execute(tx);
    if (deviceId !== null)
      await sql`update device set ownership = 'company', asset_no = coalesce(nullif(device.asset_no, ''), s.asset_no, ''), owner_dept_id = coalesce(device.owner_dept_id, s.owner_dept_id)
        from safe_device s where device.id = ${deviceId}::uuid and s.id = ${safeId}::uuid and device.ownership = 'unknown'`.execute(tx);
  }
}
