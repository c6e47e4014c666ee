import type { ComponentType } from 'react';
import type { ExplainContract } from '#kit/common/role/explain.contract.ts';
import type { HoldingContract } from '#kit/common/role/role.contract.ts';
import type { PickerProps } from '../pickers/picked.ts';

/** To whom a role is given. */
interface GiveRoleProps {
  readonly employee?: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
}

/** How the roles of administrators are read where people are shown. */
export interface AdministratorRoles {
  /** Resource code of who is told why somebody may do something. */
  readonly explain: string;
  /** Resource codes of which one lets roles be searched. */
  readonly search: readonly string[];
  /** The dialog that gives a role to a person; a `later` part. One of the codes is needed. */
  readonly give?: { readonly codes: readonly string[]; readonly Dialog: ComponentType<GiveRoleProps> };
  /** The operations; they come when they are first needed. */
  load(): Promise<{ readonly whoCan: ExplainContract['whoCan']; readonly search: HoldingContract['search'] }>;
}

/** A page that shows things as a person sees them (`?view=as&empId=`). */
export interface SeenAsPage {
  readonly code: string;
  readonly route: string | undefined;
}

/** Something that a module shows of one person; a `later` part, so that it comes when it is first seen. */
export interface PersonPart {
  /** Resource code without which it is not shown. */
  readonly code: string;
  readonly Part: ComponentType<{ readonly id: string }>;
}

/** A tab of a person. */
export interface PersonTab extends PersonPart {
  /** As the address has it. */
  readonly key: string;
  label(): string;
}

/** Where people come from elsewhere: the page for it, and how lists are filtered by one origin. */
export interface PeopleOrigins {
  readonly code: string;
  readonly route: string | undefined;
  choice(): Promise<ComponentType<PickerProps>>;
}

/** What modules offer about a person where people are administered. */
export interface PersonParts {
  /** At most one module has them. */
  readonly roles?: AdministratorRoles;
  readonly seenAs?: readonly SeenAsPage[];
  /** Beside the roles: what else somebody has a share in, and why. */
  readonly access?: readonly PersonPart[];
  readonly tabs?: readonly PersonTab[];
  /** At most one module has them. */
  readonly origins?: PeopleOrigins;
}

/** What all modules offer. */
interface OfferedParts extends Pick<PersonParts, 'roles' | 'origins'> {
  readonly seenAs: readonly SeenAsPage[];
  readonly access: readonly PersonPart[];
  readonly tabs: readonly PersonTab[];
}

let parts: OfferedParts = { seenAs: [], access: [], tabs: [] };

/** Registers what modules offer, so that the page of people needs to know none of them. */
export function registerPersonParts(all: readonly PersonParts[]): void {
  const roles = all.find((one) => one.roles)?.roles;
  const origins = all.find((one) => one.origins)?.origins;
  parts = {
    ...(roles && { roles }),
    ...(origins && { origins }),
    seenAs: all.flatMap(({ seenAs = [] }) => seenAs),
    access: all.flatMap(({ access = [] }) => access),
    tabs: all.flatMap(({ tabs = [] }) => tabs),
  };
}

/** What is offered about people. */
export const personParts = (): OfferedParts => parts;
