import type { AddressBook } from '#modules/address-groups/server/public.ts';
import type { SpanSet } from '#platform/network/span-set.ts';
import type { RoleConfig } from '../../common/config-groups.ts';
import type { FileRuleContent, OuterContent, RuleSetContent, SendContent } from './content.ts';
import type { FileAction, FileFunction } from '../../common/words.ts';

/** Until when a membership holds, by id; null: without end. */
export type Until = ReadonlyMap<string, number | null>;

/** Whom something names: everybody only where that is said. */
export interface Who {
  readonly everyone: boolean;
  readonly included: Named;
  readonly excluded: Named;
  readonly roles: ReadonlySet<string>;
}
/** Departments with all below, people and dynamic groups. */
export interface Named {
  readonly departments: ReadonlySet<string>;
  readonly employees: ReadonlySet<string>;
  readonly crowds: ReadonlySet<string>;
}

/** A role of module mdm in force. */
export interface BookRole {
  readonly id: string;
  readonly name: string;
  readonly builtIn: boolean;
  readonly expiresAt: number | null;
  readonly employees: Until;
  readonly departments: Until;
  readonly crowds: Until;
  readonly functions: readonly FileFunction[];
  readonly groups: RoleConfig;
}

/** A file rule ready to be asked. */
export interface Rule extends FileRuleContent {
  readonly held: Who;
  readonly spans: SpanSet | null;
  /** It asks something of the device. */
  readonly asksDevice: boolean;
  /** Undefined where there is none; a pattern that no longer compiles matches nothing. */
  readonly pattern: ((name: string) => boolean) | undefined;
}

/** A send permission ready to be asked. */
export interface Send extends SendContent {
  readonly held: Who;
  readonly to: Who;
}

/** A version of the rules, or the draft, ready to be asked. */
export interface RuleSet {
  /** 0 for the draft. */
  readonly number: number;
  readonly content: RuleSetContent;
  readonly rules: readonly Rule[];
  readonly sends: readonly Send[];
  readonly outer: OuterContent;
  readonly inner: SpanSet | null;
}

/** An entry of the allow list. */
export interface White {
  readonly id: string;
  readonly kind: 'employee' | 'department' | 'crowd';
  readonly memberId: string;
  readonly actions: readonly FileAction[];
  readonly keepConditions: boolean;
  readonly until: number;
}

/** Everything that decides now. */
export interface Book {
  readonly word: string;
  readonly roles: readonly BookRole[];
  readonly whites: readonly White[];
  readonly published: RuleSet;
  /** Every dynamic group that something names. */
  readonly crowds: readonly string[];
  readonly defaultLevel: 0 | 1 | 2 | 3;
  readonly container: Readonly<Record<0 | 1 | 2 | 3, 'off' | 'onDownload'>>;
  readonly ticketSeconds: number;
  /** Hours for which a container may be opened without a connection, by level. */
  readonly offlineHours: Readonly<Record<0 | 1 | 2 | 3, number>>;
  /** Address groups of now. */
  readonly networks: AddressBook;
}

/** Who somebody is to the rules: departments with all above, dynamic groups, and the departments they are in themselves. */
export interface Person {
  readonly id: string;
  readonly departments: ReadonlySet<string>;
  readonly own: ReadonlySet<string>;
  readonly crowds: ReadonlySet<string>;
}
