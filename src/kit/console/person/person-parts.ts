import type { ExplainContract } from '#kit/common/role/explain.contract.ts';
import type { HoldingContract } from '#kit/common/role/role.contract.ts';

/** How the roles of administrators are read where people are shown. */
export interface AdministratorRoles {
  /** Resource code of who is told why somebody may do something. */
  readonly explain: string;
  /** Resource codes of which one lets roles be searched. */
  readonly search: readonly string[];
  /** The operations; they come when they are first needed. */
  load(): Promise<{ readonly whoCan: ExplainContract['whoCan']; readonly search: HoldingContract['search'] }>;
}

/** A page that shows things as a person sees them (`?view=as&empId=`). */
export interface SeenAsPage {
  readonly code: string;
  readonly route: string | undefined;
}

/** What modules offer about a person where people are administered. */
export interface PersonParts {
  /** At most one module has them. */
  readonly roles?: AdministratorRoles;
  readonly seenAs?: readonly SeenAsPage[];
}

let parts: PersonParts = {};

/** Registers what modules offer, so that the page of people needs to know none of them. */
export function registerPersonParts(all: readonly PersonParts[]): void {
  const roles = all.find((one) => one.roles)?.roles;
  parts = { ...(roles && { roles }), seenAs: all.flatMap(({ seenAs = [] }) => seenAs) };
}

/** What is offered about people. */
export const personParts = (): PersonParts => parts;
