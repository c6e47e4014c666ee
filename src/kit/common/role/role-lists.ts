import type { z } from 'zod';
import { endpoint, type Endpoint } from '../contract.ts';

/** How the lists of who holds the roles of an area are asked for: by GET, by POST with the same input in the body, or by either. */
export type ListMethods = 'GET' | 'POST' | 'both';

/** The lists of holders, which other products of the platform ask for by POST. */
export type ListCall = 'getOrgRolePaged' | 'getRoleEmpList' | 'getRoleDeptList' | 'roleEmpList';

/** Parts of a role area that differ by area. */
export interface HoldingOptions {
  /** Terminal and rule type of a new role where they are left out. */
  readonly terminalType?: number | null;
  readonly ruleType?: number | null;
  /** GET unless said. */
  readonly lists?: ListMethods;
}

/** Returns a list that is declared as GET as its area has it: where an area answers both, this is the one by POST. */
export function listBy<I extends z.ZodType, R extends z.ZodType>(methods: ListMethods, list: Endpoint<I, R>): Endpoint<I, R> {
  if (methods === 'GET') return list;
  const { audit: _audit, dryRun: _dryRun, ...read } = list;
  return endpoint<I, R>({ ...read, method: 'POST', reads: true });
}
