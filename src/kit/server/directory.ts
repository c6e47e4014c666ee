import type { Kysely, RawBuilder, Transaction } from 'kysely';
import type { Tables } from '#platform/database/tables.ts';
import type { Language } from '#kit/common/language.ts';
import type { CrowdStanding } from '#kit/common/role/role.schema.ts';
import type { Range } from './caller.ts';

/** The database, inside or outside a transaction. */
export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

/** A person as far as signing in is concerned. */
export interface SignInPerson {
  uid: string;
  account: string;
  name: string;
  email: string | null;
  /** Active and enabled. */
  mayEnter: boolean;
  /** Their own, else the company's. */
  language?: Language;
  timeZone?: string | null;
}

/** Identifiers by which other systems know a person. */
export interface PersonKeys {
  account: string;
  employeeNo: string | null;
  mobile: string | null;
}

/** A department as others show it. */
export interface DepartmentName {
  id: string;
  name: string;
  /** ltree path, for ranges. */
  path: string;
  /** Names from the top, for tooltips. */
  fullName: string;
}

/** A person as others show them. */
export interface PersonName {
  id: string;
  name: string;
  account: string;
  departmentName: string;
  enabled: boolean;
}

/**
 * Directory of people as the kit needs it; the module people implements it, so that the kit knows no module. All columns are named by
 * reference (`'role_member.object_id'`) and bound by the query builder.
 */
export interface Directory {
  /** Person with this account, ignoring case and width; only people who could ever sign in. */
  byAccount(db: Db, account: string): Promise<SignInPerson | undefined>;
  byUid(db: Db, uid: string): Promise<SignInPerson | undefined>;
  /** Everybody who has one of these values in this field, compared as it is compared when it must be unique; people who could ever sign in. */
  matching(db: Db, field: 'account' | 'employeeNo' | 'email' | 'mobile', values: readonly string[]): Promise<SignInPerson[]>;
  /** Active person with an identifier of another system; undefined for anyone else. */
  keysOf(db: Db, uid: string): Promise<PersonKeys | undefined>;
  /** ltree paths of the departments a person is in now, the primary one first. */
  pathsOf(db: Db, uid: string): Promise<string[]>;
  /**
   * Departments by id, named in the first language unless another is asked for; unknown ids are absent. For an administrator (`seenBy`, the
   * range of the call) a word stands for the names of those outside the range: what is shown to somebody is always asked for with it.
   */
  departments(db: Db, ids: readonly string[], language?: Language, seenBy?: Range): Promise<Map<string, DepartmentName>>;
  /** Names, of those given, that several departments share in a language: these are identified by path only. */
  repeatedDepartments(db: Db, names: readonly string[], language: Language): Promise<Set<string>>;
  /**
   * People by id, their departments named in the first language unless another is asked for; unknown ids are absent. For an administrator
   * (`seenBy`) a word stands for the names of people and of departments outside the range, and the account of such people is empty: who is
   * seen by one department may be at home in another.
   */
  people(db: Db, ids: readonly string[], language?: Language, seenBy?: Range): Promise<Map<string, PersonName>>;
  /** People found by name, pinyin, account, mobile, e-mail or number, in range; best first. */
  searchPeople(db: Db, range: Range, text: string, limit: number): Promise<PersonName[]>;
  /** SQL condition: the employee in this column lies in the range; looked up row by row, for rows that are chosen otherwise. */
  employeeInRange(range: Range, column: string): RawBuilder<boolean>;
  /** The same for lists of many, where the range may be what chooses the rows. */
  employeeAmongRange(range: Range, column: string): RawBuilder<boolean>;
  /** SQL condition: the employee in this column has neither left nor been deleted. */
  employeeIsHere(column: string): RawBuilder<boolean>;
  /** SQL condition: the department in this column lies in the range. */
  departmentInRange(range: Range, column: string): RawBuilder<boolean>;
  /** SQL subquery of the ids of the departments this person is in, with all above them. */
  departmentsAbove(uid: string): RawBuilder<{ id: string }>;
  /** SQL subquery of the same for many people at once: `person` and the `id` of a department, once for each. */
  departmentsAboveAll(uids: readonly string[]): RawBuilder<{ person: string; id: string }>;
  /** SQL subquery of the ids of active people in these departments with all below; being in `without` or below does not count. */
  employeesUnder(departmentIds: readonly string[], without?: readonly string[]): RawBuilder<{ id: string }>;
  /** Names of crowds by id, in the first language unless another is asked for; unknown ids are absent, and for an administrator (`seenBy`) those of departments outside the range. */
  crowds(db: Db, ids: readonly string[], language?: Language, seenBy?: Range): Promise<Map<string, string>>;
  /**
   * Finds departments by their path of names from the top, or by a name that one alone has, or crowds by their name, in whatever language;
   * undefined for what lies outside the range, for nothing, and for what several are called.
   */
  finder(db: Db, kind: 'department' | 'crowd', range: Range): Promise<(text: string) => string | undefined>;
  /** Rule status of dynamic groups by id; unknown ids are absent. */
  crowdStandings(db: Db, ids: readonly string[]): Promise<Map<string, CrowdStanding>>;
  /** SQL subquery of the ids of all active people. */
  activeEmployees(): RawBuilder<{ id: string }>;
  /** SQL subquery of the ids of the crowds this person is in. */
  crowdsOf(uid: string): RawBuilder<{ id: string }>;
  /** SQL subquery of the ids of active people in any of these crowds; somebody in several is there as often. */
  employeesOfCrowds(crowdIds: readonly string[]): RawBuilder<{ id: string }>;
}
