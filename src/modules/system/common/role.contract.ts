import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { explainContract } from '#kit/common/role/explain.contract.ts';
import { roleContract } from '#kit/common/role/role.contract.ts';
import { count, id, ids, longText } from '#kit/common/schema.ts';
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

/** Takes an administrator's second factors away, for who lost them: all sessions end, and the next sign-in sets up new ones where they are required. Never one's own. */
export const holderResetFactor = endpoint({
  method: 'POST',
  path: 'role/sys/resetFactor',
  access: { code: roleUserManage.button.resetFactor },
  scope: 'employee',
  stepUp: true,
  audit: 'role.sys.resetFactor',
  input: z.strictObject({ empId: id(), reason: longText(500).optional() }),
  reply: count(),
  errors: [11006],
  summary: "Takes an administrator's second factors away",
});
