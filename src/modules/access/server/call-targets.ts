import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { noteTargets, type CallTarget } from '#modules/call-logs/server/public.ts';

/** Tells the call log what these interfaces are called and to whom they belong; the condition is on `i`, its prefix `p` and its system `s`. */
export async function noteInterfaces(tx: Db, where: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{
    id: string;
    system: string;
    code: string;
    system_name: string;
    name: string;
    path: string;
    kind: CallTarget['kind'];
    dept: string;
  }>`
    select i.id, s.id as system, s.code, s.name as system_name, i.name, s.code || '/' || p.code || '/' || i.code as path, i.kind, s.owner_dept_id as dept
    from api_interface i join interface_prefix p on p.id = i.prefix_id join access_system s on s.id = i.system_id where ${where}`.execute(
    tx,
  );
  await noteTargets(
    tx,
    rows.map((row) => ({
      interfaceId: row.id,
      systemId: row.system,
      systemCode: row.code,
      systemName: row.system_name,
      name: row.name,
      path: row.path,
      kind: row.kind,
      ownerDeptId: row.dept,
    })),
  );
}
