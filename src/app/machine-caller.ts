import { builtinAdminUid, callerOf, type Caller, type Grants } from '#kit/server/caller.ts';
import { newId } from '#kit/server/ids.ts';

const nothing: Grants = { superAdmin: false, codes: new Map(), roles: [], widest: { all: false, paths: [], self: false, uid: '' } };

/** Who acts in what is done on the machine itself: the built-in `admin` under the operator's name, granted nothing, for the audit alone. */
export const machineCaller = ({
  operator,
  command,
  operation,
  now,
}: {
  operator: string;
  /** As typed, `npm run …`. */
  command: string;
  operation: string;
  now: number;
}): Caller =>
  callerOf({
    uid: builtinAdminUid,
    account: 'admin',
    name: operator,
    language: 'en_US',
    sessionId: null,
    address: 'console of the machine',
    userAgent: command,
    requestId: newId(),
    operation,
    grants: nothing,
    confirmedAt: now,
    mustChangePassword: false,
    codes: [],
  });
