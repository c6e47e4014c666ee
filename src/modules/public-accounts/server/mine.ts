import { sql } from 'kysely';
import type { Reply } from '#kit/common/contract.ts';
import { inEach } from '#kit/common/language.ts';
import { mergeRanges, type Caller, type Range } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import { handle } from '#kit/server/handle.ts';
import { directory } from '#modules/people/server/public.ts';
import { accountMine } from '../common/mine.contract.ts';
import { editorRights } from '../common/words.ts';
import { accountInReach } from './reach.ts';

const most = 2000;

/** The range in which somebody has any right to public accounts: no other right of theirs shows accounts. */
function ownRange(caller: Caller): Range {
  if (caller.grants.superAdmin) return { all: true };
  const merged = mergeRanges([...caller.grants.codes].flatMap(([code, range]) => (code.startsWith('mpm_') ? [range] : [])));
  return merged.all ? merged : { ...merged, uid: caller.uid };
}

async function mine(db: Db, caller: Caller): Promise<Reply<typeof accountMine>> {
  caller.scope();
  const range = ownRange(caller);
  const owns = range.all ? sql`true` : directory.departmentInRange(range, 't.owner_dept_id');
  const { rows } = await sql<{
    id: string;
    code: string;
    name: { zh_CN: string };
    type: 'subscription' | 'service';
    enabled: boolean;
    owns: boolean;
    role: string | null;
    rights: string[] | null;
  }>`select t.id, t.code, t.name, t.type, t.enabled, ${owns} as owns, works.role, works.rights
    from sno as t left join sno_member as works on works.sno_id = t.id and works.employee_id = ${caller.uid}::uuid
    where ${accountInReach(range, 't.id')} order by t.position, t.code limit ${most}`.execute(db);
  return {
    list: rows.map(({ owns: isOwn, role, rights, ...row }) => ({
      ...row,
      name: inEach(row.name),
      rights:
        isOwn || role === 'manager' ? [...editorRights, 'push', 'manage'] : editorRights.filter((right) => (rights ?? []).includes(right)),
    })),
  };
}

/** What account pickers offer. */
export const mineRoutes = [handle(accountMine, (call) => mine(call.db, call.caller))];
