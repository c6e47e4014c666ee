import { TestRunner } from 'vitest';
import type { Endpoint, Input } from '../../src/kit/common/contract.ts';
import type { rangeKinds } from '../../src/kit/common/role/role-range.ts';
import { confirm } from '../../src/kit/common/session/session.contract.ts';
import { sysRole } from '../../src/modules/system/common/role.contract.ts';
import { departmentAdd } from '../../src/modules/people/common/department.contract.ts';
import { employeeAdd, employeeGet, employeePassword } from '../../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { ConsoleClient } from '../journeys/console-client.ts';
import { signIn, startTestProduct, testPassword, type TestProduct } from '../product.ts';

/** What a role of a test is made of; what is left out is that of a role that gives nothing to nobody. */
export interface RoleWish {
  codes?: readonly string[];
  range?: { kind: (typeof rangeKinds)[number]; departmentIds?: string[] };
  employees?: readonly string[];
  departments?: readonly string[];
  /** The department that it belongs to; of nobody when left out. */
  owner?: string;
}

/** A company in the running product, whose administrators call over the wire. */
export class House {
  readonly product: TestProduct;
  /** The built-in super administrator, whose password was confirmed just now. */
  readonly boss: ConsoleClient;
  #made = 0;

  private constructor(product: TestProduct) {
    this.product = product;
    this.boss = new ConsoleClient(product.app, product.admin.token);
  }

  static async open(env: Record<string, string> = {}): Promise<House> {
    return new House(await startTestProduct(undefined, env));
  }

  stop(): Promise<void> {
    return this.product.stop();
  }

  /** A department of this name; of the name with a number where a test is tried again and the first try left one. */
  async department(name: string, parentId: string = rootDepartmentId): Promise<string> {
    const again = TestRunner.getCurrentTest()?.result?.retryCount ?? 0;
    return (await this.boss.call(departmentAdd, { parentId, name: { zh_CN: again > 0 ? `${name} ${again}` : name } })).id;
  }

  /** A person in these departments, the first one primary. */
  async person(departments: readonly string[] = [rootDepartmentId], name = ''): Promise<string> {
    this.#made += 1;
    const assignments = departments.map((departmentId, at) => ({ departmentId, primary: at === 0 }));
    const draft = { account: `person-${this.#made}`, name: name || `Person ${this.#made}`, assignments };
    return (await this.boss.call(employeeAdd, draft)).id;
  }

  /** Lets somebody in who was made by `person`. */
  async signIn(id: string): Promise<ConsoleClient> {
    await this.boss.call(employeePassword, { id, mode: 'set', password: testPassword, mustChange: false });
    const { account } = await this.boss.call(employeeGet, { id });
    return new ConsoleClient(this.product.app, await signIn(this.product.app, account, testPassword));
  }

  /** A system role; answers its id. */
  async role(wish: RoleWish): Promise<string> {
    this.#made += 1;
    const { roleId } = await this.boss.call(sysRole.save, {
      name: `Role ${this.#made}`,
      code: `role_${this.#made}`,
      ownerDeptId: wish.owner ?? null,
    });
    await this.shape(roleId, wish);
    return roleId;
  }

  /** Gives a role what is wished, and leaves the rest. */
  async shape(roleId: string, { codes, range, employees, departments }: RoleWish): Promise<void> {
    const { boss } = this;
    if (codes) await boss.call(sysRole.saveResources, { roleId, version: await this.version(roleId), codes: [...codes] });
    if (range) await boss.call(sysRole.saveRanges, { roleId, version: await this.version(roleId), range });
    if (employees?.length) await boss.call(sysRole.assignEmployees, { roleId, ids: [...employees] });
    if (departments?.length) await boss.call(sysRole.assignDepartments, { roleId, ids: [...departments] });
  }

  async version(roleId: string): Promise<number> {
    return (await this.boss.call(sysRole.find, { roleId })).version;
  }

  /** A signed-in administrator with one role of their own. */
  async administrator(wish: RoleWish, departments?: readonly string[]): Promise<{ id: string; roleId: string; client: ConsoleClient }> {
    const id = await this.person(departments);
    const roleId = await this.role({ ...wish, employees: [id] });
    return { id, roleId, client: await this.signIn(id) };
  }

  /** Confirms the password of somebody again. */
  async confirm(client: ConsoleClient): Promise<void> {
    client.token = (await client.call(confirm, { password: testPassword })).accessToken;
  }

  /** Everybody's password was confirmed long ago. */
  async ageConfirmations(): Promise<void> {
    await this.product.database.pool.query('update session set confirmed_at = 0');
    // What a node remembers of a session it reads anew when sessions change.
    await this.product.database.pool.query(`insert into session_change (at, uids) values (0, '{}')`);
    await new Promise((resolve) => setTimeout(resolve, 600));
  }
}

/** The code that somebody gets for a call; 0 when it is done. */
export async function codeOf<E extends Endpoint>(client: ConsoleClient, operation: E, input: Input<E>): Promise<number> {
  return (await client.ask(operation, input)).code;
}
