import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { sessionStages } from '#kit/common/client/client-facts.ts';
import { count, id, ids, time } from '#kit/common/schema.ts';
import { userManagement } from './permissions.ts';

/** An open session of a terminal. */
export const terminalSessionRow = z.object({
  id: id(),
  appKey: z.string(),
  platform: z.int(),
  buildNo: z.int(),
  address: z.string(),
  stage: z.enum(sessionStages),
  createdAt: time(),
  lastAt: time(),
});

/** Open sessions of terminals of a person in range. */
export const terminalSessionList = endpoint({
  method: 'GET',
  path: 'terminal/session/list',
  access: { code: userManagement.button.endSession },
  scope: 'employee',
  input: z.object({ empId: id() }),
  reply: z.object({ list: z.array(terminalSessionRow) }),
  summary: 'Open sessions of a person’s terminals',
});

/** Ends sessions of terminals of a person in range; the next call of each gets 65003. */
export const terminalSessionEnd = endpoint({
  method: 'POST',
  path: 'terminal/session/end',
  access: { code: userManagement.button.endSession },
  scope: 'employee',
  audit: 'terminalSession.end',
  input: z.strictObject({
    empId: id(),
    /** All of theirs unless said. */
    ids: ids().optional(),
  }),
  reply: count(),
  summary: 'Ends sessions of a person’s terminals',
});
