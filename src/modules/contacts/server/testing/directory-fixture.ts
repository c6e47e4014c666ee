import { bindRoles } from '#kit/server/access/role.binding.ts';
import { serveModules, type TestModules } from '#kit/testing/test-module.ts';
import { departmentAdd } from '#modules/people/common/department.contract.ts';
import { employeeAdd } from '#modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import { systemModule } from '#modules/system/server/module.ts';
import { peopleModules } from '#modules/people-sources/server/testing/people-modules.ts';
import type { RangeRow } from '../../common/role.contract.ts';
import { contactRole, contactSaveRanges } from '../../common/role.contract.ts';
import { directory } from '../directory.ts';
import { contactsModule } from '../module.ts';
import { contactRulesOf } from '../rule/open-rules.ts';
import type { Eye } from '../terminal/eye.ts';

type Row = Partial<RangeRow> & Pick<RangeRow, 'kind'>;

/** A small company with its directory, for tests. */
export class TestDirectory {
  readonly served: TestModules;
  #made = 0;

  private constructor(served: TestModules) {
    this.served = served;
  }

  static async open(): Promise<TestDirectory> {
    const served = await serveModules(systemModule, ...peopleModules, contactsModule);
    // Tests of the kit know no people; these do.
    Object.assign(served.services, { directory });
    bindRoles(served.services);
    return new TestDirectory(served);
  }

  word(): string {
    return `word${(this.#made += 1)}`;
  }

  async department(name: string, more: { parentId?: string; kind?: 'company' | 'department' } = {}): Promise<string> {
    const { parentId = rootDepartmentId, kind = 'department' } = more;
    return (await this.served.boss.call(departmentAdd, { parentId, kind, name: { zh_CN: name, en_US: name } })).id;
  }

  /** A person in these departments, the first primary. */
  async person(account: string, departments: readonly string[], more: Record<string, unknown> = {}): Promise<string> {
    const assignments = departments.map((departmentId, at) => ({ departmentId, primary: at === 0 }));
    return (await this.served.boss.call(employeeAdd, { account, name: account, assignments, ...more })).id;
  }

  /** A role with a range for the tree (and the search, where it is another), held by people and departments. */
  async role(
    auth: readonly Row[],
    held: { people?: readonly string[]; departments?: readonly string[] },
    more: { search?: readonly Row[]; exactMatch?: ('employeeNo' | 'account')[] } = {},
  ): Promise<string> {
    const { boss } = this.served;
    const name = this.word();
    const { roleId } = await boss.call(contactRole.save, { name, code: name });
    await boss.call(contactSaveRanges, { roleId, version: 1, kind: 'auth', rows: [...auth] });
    if (more.search || more.exactMatch)
      await boss.call(contactSaveRanges, {
        roleId,
        version: 2,
        kind: 'search',
        rows: [...(more.search ?? [])],
        sameAsAuth: !more.search,
        ...(more.exactMatch && { exactMatch: more.exactMatch }),
      });
    if (held.people?.length) await boss.call(contactRole.assignEmployees, { roleId, ids: [...held.people] });
    if (held.departments?.length) await boss.call(contactRole.assignDepartments, { roleId, ids: [...held.departments] });
    return roleId;
  }

  /** The directory as this person's terminal is answered. */
  async eye(id: string, language: Eye['language'] = 'en_US'): Promise<Eye> {
    const { services } = this.served;
    const viewer = await contactRulesOf(services).viewer(id);
    if (!viewer) throw new Error('Nobody has this id');
    return { db: services.database.db, services, viewer, language };
  }

  async pathOf(departmentId: string): Promise<string> {
    const { rows } = await this.served.database.pool.query<{ path: string }>('select path::text from department where id = $1', [
      departmentId,
    ]);
    return rows[0]!.path;
  }
}
