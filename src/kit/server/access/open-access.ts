import { builtinAdminUid, type Grants } from '../caller.ts';
import type { GrantsOf } from '../services.ts';

/** Grants while no roles exist: the built-in super administrator may do everything, everybody else nothing. */
export function openAccess(): GrantsOf {
  return {
    grants: async (uid): Promise<Grants> => {
      const superAdmin = uid === builtinAdminUid;
      return { superAdmin, codes: new Map(), roles: [], widest: superAdmin ? { all: true } : { all: false, paths: [], self: true, uid } };
    },
    changed: async () => {},
  };
}
