import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { explainContract } from '#kit/common/role/explain.contract.ts';
import { roleContract } from '#kit/common/role/role.contract.ts';
import { count, ids } from '#kit/common/schema.ts';
import { authentication, roleAuthority, roleUserManage, sysRoleCodes } from './permissions.ts';

/** Operations on the system roles: who administers what in the console. */
export const sysRole = roleContract('sys', sysRoleCodes);

/** Why somebody may do something, who may, and what a change of a role would do. */
export const rights = explainContract({ explain: authentication.button.explain, authority: roleAuthority.code });

/** Ends every session of administrators; their next call gets 65003. */
export const holderEndSession = endpoint({
  method: 'POST',
  path: 'role/sys/endSession',
  access: { code: roleUserManage.button.endSession },
  scope: 'employee',
  audit: 'role.sys.endSession',
  input: z.strictObject({ ids: ids() }),
  reply: count(),
  errors: [11006],
  summary: 'Ends every session of administrators',
});
