import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { count, id, pageOf, pageQuery, searchText, time } from '#kit/common/schema.ts';
import { managerPage as page } from '../permissions.ts';
import { managerRights } from './words.ts';

/** Somebody who looks after a system. */
export const managerRow = z.object({
  id: id(),
  systemId: id(),
  systemName: z.string(),
  employeeId: id(),
  name: z.string(),
  account: z.string(),
  departmentName: z.string(),
  rights: z.array(z.enum(managerRights)),
  since: time(),
});
/** Somebody who looks after a system. */
export type ManagerRow = z.output<typeof managerRow>;

/** Managers of systems. */
export const managerList = endpoint({
  method: 'GET',
  path: 'todo/manager/list',
  access: { code: page.code },
  scope: 'department',
  input: pageQuery(['since', 'name'] as const).extend({
    systemId: id().optional(),
    right: z.enum(managerRights).optional(),
    text: searchText().optional(),
  }),
  reply: pageOf(managerRow),
  summary: 'People who look after business systems, with what they may do',
});

const rights = z
  .array(z.enum(managerRights))
  .min(1)
  .transform((all) => managerRights.filter((right) => all.includes(right)));

/** Makes people managers of a system. */
export const managerAssign = endpoint({
  method: 'POST',
  path: 'todo/manager/assign',
  access: { code: page.button.assign },
  scope: 'department',
  audit: 'todoManager.assign',
  dryRun: true,
  input: z.strictObject({
    systemId: id(),
    empIds: z
      .array(id())
      .min(1)
      .max(100)
      .transform((all) => [...new Set(all)]),
    rights,
  }),
  reply: count(),
  summary: 'Lets people look after a system; who does already gets these rights',
});

/** Takes managers away. */
export const managerRemove = endpoint({
  method: 'POST',
  path: 'todo/manager/remove',
  access: { code: page.button.remove },
  scope: 'department',
  audit: 'todoManager.remove',
  dryRun: true,
  input: z.strictObject({ ids: z.array(id()).min(1).max(500) }),
  reply: count(),
  summary: 'Takes managers from systems',
});
