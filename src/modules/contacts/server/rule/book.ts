import type { EmployeeStatus } from '#modules/people/common/employee-fields.ts';
import type { ContactConfig } from '../../common/config.contract.ts';
import type { ContactField } from '../../common/field.contract.ts';
import type { RangeRow } from '../../common/role.contract.ts';
import type { FieldOverride } from '../../common/special.contract.ts';
import type { ContactFunction, ExactField, ListMemberKind, SpecialMode } from '../../common/words.ts';

/** Statuses in which somebody still belongs to the company and has a record to show; whoever is to come, left or was deleted is nobody. */
export const greyStatuses: readonly EmployeeStatus[] = ['disabled', 'quarantined'];

/** Until when somebody is a member, by id; null: without end. */
export type Until = ReadonlyMap<string, number | null>;

/** Who is named: people, departments with all below, crowds. */
export interface Members {
  readonly employees: Until;
  readonly departments: Until;
  readonly crowds: Until;
}

/** A contact role in force. */
export interface BookRole {
  readonly id: string;
  readonly name: string;
  readonly builtIn: boolean;
  readonly expiresAt: number | null;
  readonly members: Members;
  readonly auth: readonly RangeRow[];
  readonly search: readonly RangeRow[];
  readonly exact: readonly ExactField[];
  readonly functions: readonly ContactFunction[];
}

/** A special user rule in force. */
export interface BookSpecial {
  readonly id: string;
  readonly name: string;
  readonly priority: number;
  readonly mode: SpecialMode;
  /** When it ends: the end of the rule, or that of its role. */
  readonly endsAt: number | null;
  readonly belongs: Members;
  readonly exceptions: Members;
  readonly exceptionRoleIds: readonly string[];
  readonly exceptionsSee: { readonly kind: 'general' | 'fields'; readonly fields: readonly FieldOverride[] };
  readonly fields: readonly FieldOverride[];
  readonly deniedFunctions: readonly ContactFunction[];
  readonly proxyId: string | null;
}

/** An entry of the white list. */
export interface BookWhite {
  readonly id: string;
  readonly kind: ListMemberKind;
  readonly memberId: string;
  readonly includeHidden: boolean;
  readonly until: number;
}

/** Everything that decides, as it is in the database, or with a change that is not saved yet. */
export interface Book {
  /** Differs with every change. */
  readonly word: string;
  readonly roles: readonly BookRole[];
  /** In the order in which they are asked. */
  readonly specials: readonly BookSpecial[];
  readonly white: readonly BookWhite[];
  /** In the order in which they are shown. */
  readonly fields: readonly ContactField[];
  readonly config: ContactConfig;
  /** ltree paths of the departments that are named anywhere above; a deleted one is absent and means nobody. */
  readonly paths: ReadonlyMap<string, string>;
  /** Crowds that are named anywhere above. */
  readonly crowds: readonly string[];
  /** Columns of people that have an index for searching. */
  readonly findable: ReadonlySet<string>;
}

/** Person as far as the rules need to know. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly status: EmployeeStatus;
  /** Departments the person is in, the primary one first. */
  readonly placements: readonly Placement[];
  /** Those of the named crowds that hold the person. */
  readonly crowds: ReadonlySet<string>;
  /** The manager, the manager's manager and so on. */
  readonly managers: readonly string[];
  /** Everybody below, where it was read and they are not too many to carry along. */
  readonly below?: readonly string[];
}

/** A department somebody is in, with the path of the nearest company at or above it. */
export interface Placement {
  readonly id: string;
  readonly path: string;
  readonly company: string | null;
}

/** Whether a path is this one or below it. */
export const isUnder = (path: string, top: string): boolean => path === top || path.startsWith(`${top}.`);
