import { callerOf, systemCaller, type Caller, type Range } from '#kit/server/caller.ts';
import type { UseMeans } from '#kit/server/change/replace-departments.ts';
import type { Tx } from '#kit/server/directory.ts';
import { freeLicence } from '#kit/server/licence.ts';
import type { Database } from '#platform/database/open-database.ts';
import { departmentDraft } from '../../common/department.contract.ts';
import { employeeDraft } from '../../common/employee.contract.ts';
import { userManagement } from '../../common/permissions.ts';
import { rootDepartmentId } from '../../common/root.ts';
import { addDepartment } from '../department/department.service.ts';
import { bindEffects } from '../effects.ts';
import { addEmployee } from '../employee/employee.service.ts';

/** What the people's changes set off, as the tests see it. */
export const seen = { ended: [] as string[], forgotten: [] as string[], grants: 0 };

/** Binds effects that only remember; sign-in and roles have tests of their own. */
export function watchEffects(): void {
  bindEffects({
    licence: freeLicence,
    sessions: {
      find: async () => ({ refused: 65001 }),
      over: async () => 65001,
      watch: () => () => {},
      endAll: async (_tx, uids) => void seen.ended.push(...uids),
      end: async () => 0,
    },
    access: {
      grants: async () => ({ superAdmin: false, codes: new Map(), roles: [], widest: { all: true } }),
      changed: async () => void (seen.grants += 1),
    },
    credentials: {
      setPassword: async () => {},
      unlock: async () => 0,
      look: async () => ({
        password: 'none',
        passwordChangedAt: null,
        passwordEndsAt: null,
        lockedUntil: null,
        lastSignInAt: null,
        sessions: [],
      }),
      forget: async (_tx, uids) => void seen.forgotten.push(...uids),
    },
  });
}

/** A super administrator. */
export const boss = (): Caller => systemCaller('test', 'en_US');

/** An administrator who holds every button of the page in these subtrees. */
export function adminOf(paths: string[], uid = '01a00000-0000-7000-8000-00000000aaaa'): Caller {
  const range: Range = { all: false, paths, self: false, uid };
  const codes = [userManagement.code, ...Object.values(userManagement.button)];
  return callerOf({
    uid,
    account: 'ann',
    name: 'Ann',
    language: 'en_US',
    sessionId: null,
    address: '10.0.0.1',
    userAgent: '',
    requestId: 'r',
    operation: 'test',
    confirmedAt: Date.now(),
    mustChangePassword: false,
    codes: [userManagement.code],
    grants: { superAdmin: false, codes: new Map(codes.map((code) => [code, range])), roles: [], widest: range },
  });
}

/** A caller with services of which nothing names departments: what does is tried over the product. */
export const by = (caller: Caller): UseMeans => ({ caller, services: { departmentUses: [], kinds: [] } });

/** A small company in a test database. */
export class Company {
  readonly database: Database;
  #people = 0;

  constructor(database: Database) {
    this.database = database;
  }

  write<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.database.db.transaction().execute(work);
  }

  async department(name: string, parentId = rootDepartmentId, more: Record<string, unknown> = {}): Promise<{ id: string; path: string }> {
    const { id } = await this.write((tx) => addDepartment(tx, boss(), departmentDraft.parse({ parentId, name: { zh_CN: name }, ...more })));
    return { id, path: await this.pathOf(id) };
  }

  async pathOf(id: string): Promise<string> {
    const { rows } = await this.database.pool.query<{ path: string }>('select path::text as path from department where id = $1', [id]);
    return rows[0]!.path;
  }

  async person(departments: readonly string[], more: Record<string, unknown> = {}, caller: Caller = boss()): Promise<string> {
    this.#people += 1;
    const assignments = departments.map((departmentId, at) => ({ departmentId, primary: at === 0 }));
    const draft = employeeDraft.parse({ account: `person${this.#people}`, name: `Person ${this.#people}`, assignments, ...more });
    return (await this.write((tx) => addEmployee(tx, caller, draft))).id;
  }
}
