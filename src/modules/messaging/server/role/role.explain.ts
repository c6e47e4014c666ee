import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { everyoneName } from '#kit/server/role-module/role-module.ts';
import { roleNamer } from '#kit/server/access/role.named.ts';
import type { Call } from '#kit/server/handle.ts';
import type { messagingExplain } from '../../common/role.contract.ts';
import { messagingFunctions, type MessagingFunction } from '../../common/words.ts';
import { assertPeople } from '../console/seen.ts';
import { everyoneRoleId } from '../directory.ts';
import { readAbilities } from './functions.ts';

interface Giving {
  id: string;
  name: string;
  functions: MessagingFunction[];
}

/** What somebody may do in messaging and by which roles, and which would give what they may not. */
export async function explainAbilities(call: Call, { empId }: Parsed<typeof messagingExplain>): Promise<Reply<typeof messagingExplain>> {
  const { db, caller, services } = call;
  const range = caller.scope();
  await assertPeople(db, range, [empId]);
  const { functions, limits, roles } = await readAbilities(db, empId);
  const { rows: all } = await sql<Giving>`select r.id, r.name, i.functions from role r join im_role i on i.role_id = r.id
    where r.module = 'imm' and r.enabled and (r.expires_at is null or r.expires_at > ${services.now()}) order by r.name, r.id`.execute(db);
  const { language } = caller;
  const ids = [...roles, ...all].map(({ id }) => id);
  const namer = await roleNamer(db, { range, language, known: [everyoneRoleId] }, ids);
  const word = (key: string): string => services.texts.text(language, 'messaging', key);
  const nameOf = ({ id, name }: { id: string; name: string }): string =>
    namer({ id, name: id === everyoneRoleId ? everyoneName(call) : name }).name;
  const giving = (some: readonly Giving[], code: MessagingFunction): string[] => [
    ...new Set(some.filter((role) => role.functions.includes(code)).map(nameOf)),
  ];
  return {
    roles: roles.map(nameOf),
    limits: { ownedGroups: limits.ownedGroups, groupMembers: limits.groupMembers, historyDays: limits.historyDays },
    functions: messagingFunctions.map((code) => ({
      code,
      name: word(`function.${code}`),
      allowed: functions.has(code),
      by: giving(
        roles.map(({ id, name, functions: own }) => ({ id, name, functions: [...own] })),
        code,
      ),
      // Who holds a role has what "Everyone" gives no longer.
      wouldGive: functions.has(code)
        ? []
        : giving(
            all.filter(({ id }) => id !== everyoneRoleId),
            code,
          ),
    })),
  };
}
