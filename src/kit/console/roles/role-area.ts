import { createContext, useContext, type ReactNode } from 'react';
import type { z } from 'zod';
import type { Endpoint } from '#kit/common/contract.ts';
import type { ExplainContract } from '#kit/common/role/explain.contract.ts';
import type { HoldingContract, RoleContract } from '#kit/common/role/role.contract.ts';
import type { MemberKind } from '#kit/common/role/role-range.ts';
import type { RoleRow } from '#kit/common/role/role.schema.ts';
import type { Subject } from '../page/subject.ts';
import type { FiltersOf } from '../page/list-endpoint.ts';
import type { FilteredList } from '../page/use-list.ts';

/** A node of the permission tree as the pages of roles need it. */
export interface ResourceOption {
  readonly code: string;
  readonly parent: string | null;
  readonly kind: string;
  readonly name: string;
  readonly dangerous: boolean;
  readonly module: string;
  readonly moduleName: string;
  /** How many roles give it. */
  readonly roles: number;
  /** Under which words what it opens is logged. */
  readonly words: readonly string[];
}

/** The operation that answers the permission tree. */
export type ResourceTreeEndpoint = Endpoint<z.ZodType<unknown, object>, z.ZodType<{ nodes: readonly ResourceOption[] }>>;

/** Person to be put into a role, or taken out. */
export interface NamedMember {
  readonly kind: MemberKind;
  readonly id: string;
}

/** What may become of a role as a whole. */
export type RoleTurn = 'enable' | 'disable' | 'delete';

/** Roles that only hold people (`fmm`), as their pages need them. */
export interface HoldingArea {
  readonly contract: HoldingContract;
  /** How the fields of a role are called. */
  readonly subject: Subject;
  /** Route name of the page that holds the roles; its nested pages are the tabs of a role. */
  readonly page: string;
  /** What narrows the list of roles, where a page shows those of one thing alone. */
  readonly narrowed?: Partial<FiltersOf<HoldingContract['list']>>;
  /** Buttons beside the filters of a role's people: its import and export. */
  readonly memberTools?: (roleId: string) => ReactNode;
  /** The same of the departments and dynamic groups that hold it. */
  readonly groupTools?: (roleId: string, kind: 'department' | 'crowd') => ReactNode;
  /** Filters of the roles beside the search by name. */
  readonly filters?: (list: FilteredList<HoldingContract['list']>) => ReactNode;
  /** What a role does, in a line; what it grants unless said. */
  readonly summary?: (role: RoleRow) => ReactNode;
  /** Whether a role comes with the product and is neither switched off nor deleted. */
  readonly fixed?: (role: RoleRow) => boolean;
  /** Who holds the built-in role, where the area has one: nobody is put into it. */
  readonly everyone?: 'always' | 'else';
  /** What becomes of others when a role is switched on or off or deleted: shown in the question before it. */
  readonly impact?: (role: RoleRow, change: RoleTurn) => ReactNode;
  /** What the call takes besides: the numbers that stood in that question. */
  readonly agreed?: (role: RoleRow, change: RoleTurn) => object;
  /** Who is touched when members are put into a role or taken out: shown before it. */
  readonly membersImpact?: (roleId: string, way: 'add' | 'remove', members: readonly NamedMember[]) => ReactNode;
  /** Puts roles in the order in which they are shown, where the area has one by hand. */
  readonly reorder?: Endpoint<z.ZodType<unknown, { ids: string[] }>, z.ZodType<unknown>>;
  /** Fields of the form beside name, code, description and end, and the values of new ones by name; the roles it excludes unless said. */
  readonly more?: { readonly fields: ReactNode; readonly values: Readonly<Record<string, unknown>> };
}

/** The roles of one area, as its pages need them: `sys`, `mam`, `imm`, … */
export interface RoleArea extends HoldingArea {
  readonly contract: RoleContract;
  readonly rights: ExplainContract;
  readonly tree: ResourceTreeEndpoint;
}

/** The area of the pages around. */
export const RoleAreaContext = createContext<HoldingArea | RoleArea | undefined>(undefined);

/** The area of the pages around; an error outside of one. */
export function useHoldingArea(): HoldingArea | RoleArea {
  const area = useContext(RoleAreaContext);
  if (!area) throw new Error('A page of roles stands outside its area');
  return area;
}

/** The same where roles grant something; an error where they only hold people. */
export function useRoleArea(): RoleArea {
  const area = useHoldingArea();
  if (!('rights' in area)) throw new Error('These roles grant nothing');
  return area;
}
