import { createContext, useContext, type ReactNode } from 'react';
import type { z } from 'zod';
import type { Endpoint } from '#kit/common/contract.ts';
import type { ExplainContract } from '#kit/common/role/explain.contract.ts';
import type { RoleContract } from '#kit/common/role/role.contract.ts';
import type { Subject } from '../page/subject.ts';

/** A node of the permission tree as the pages of roles need it. */
export interface ResourceOption {
  readonly code: string;
  readonly parent: string | null;
  readonly kind: string;
  readonly name: string;
  readonly dangerous: boolean;
}

/** The operation that answers the permission tree. */
export type ResourceTreeEndpoint = Endpoint<z.ZodType<unknown, object>, z.ZodType<{ nodes: readonly ResourceOption[] }>>;

/** The roles of one area, as its pages need them: `sys`, `mam`, `imm`, … */
export interface RoleArea {
  readonly contract: RoleContract;
  readonly rights: ExplainContract;
  readonly tree: ResourceTreeEndpoint;
  /** How the fields of a role are called. */
  readonly subject: Subject;
  /** Route name of the page that holds the roles; its nested pages are the tabs of a role. */
  readonly page: string;
  /** Buttons beside the filters of a role's people: its import and export. */
  readonly memberTools?: (roleId: string) => ReactNode;
}

/** The area of the pages around. */
export const RoleAreaContext = createContext<RoleArea | undefined>(undefined);

/** The area of the pages around; an error outside of one. */
export function useRoleArea(): RoleArea {
  const area = useContext(RoleAreaContext);
  if (!area) throw new Error('A page of roles stands outside its area');
  return area;
}
