import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { roleNamer } from '#kit/server/access/role.named.ts';
import type { Call } from '#kit/server/handle.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import { everyoneName } from '#kit/server/role-module/role-module.ts';
import type { mrmExplain } from '../../common/role/role.contract.ts';
import { mrmFunctionNames, mrmLimitNames, type MrmFunction } from '../../common/role/words.ts';
import { directory } from '../directory.ts';
import { everyoneRoleId, readMrmAbilities } from './mrm-functions.ts';

interface Giving {
  readonly id: string;
  readonly name: string;
  readonly functions: readonly MrmFunction[];
}

/** What somebody may do and by which roles, and which would give what they may not; roles outside of the caller's range are not named. */
export async function explainMrm(call: Call, { empId }: Parsed<typeof mrmExplain>): Promise<Reply<typeof mrmExplain>> {
  const { db, caller, services } = call;
  const { language } = caller;
  const range = caller.scope();
  const { rows: here } = await sql<{ ok: boolean }>`select ${directory.employeeInRange(range, 'named.id')} as ok
    from (select ${empId}::uuid as id) as named`.execute(db);
  if (!here[0]?.ok || !(await directory.byUid(db, empId))) throw range.all ? notFound() : outOfRange();
  const [abilities] = await readMrmAbilities(db, [empId]);
  const { functions, limits, roles } = abilities!;
  const { rows: all } = await sql<Giving>`select r.id, r.name, g.functions from role r join mrm_role g on g.role_id = r.id
    where r.module = 'mrm' and r.enabled and (r.expires_at is null or r.expires_at > ${services.now()}) order by r.name, r.id`.execute(db);
  const namer = await roleNamer(
    db,
    { range, language, known: [everyoneRoleId] },
    [...roles, ...all].map(({ id }) => id),
  );
  const word = (key: string): string => services.texts.text(language, 'robots', key);
  const nameOf = ({ id, name }: Giving): string => namer({ id, name: id === everyoneRoleId ? everyoneName(call) : name }).name;
  const giving = (some: readonly Giving[], code: MrmFunction): string[] => [
    ...new Set(some.filter((role) => role.functions.includes(code)).map(nameOf)),
  ];
  return {
    roles: roles.map(nameOf),
    limits: mrmLimitNames.map((name) => ({ name, value: limits[name] })),
    functions: mrmFunctionNames.map((code) => ({
      code,
      name: word(`function.${code}`),
      allowed: functions.has(code),
      by: giving(roles, code),
      wouldGive: functions.has(code) ? [] : giving(all, code),
    })),
  };
}
