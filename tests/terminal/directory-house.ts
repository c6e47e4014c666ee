import { fieldList, fieldSave, type ContactField } from '../../src/modules/contacts/common/field.contract.ts';
import { contactRole, contactSaveRanges, contactSaveResources, type RangeRow } from '../../src/modules/contacts/common/role.contract.ts';
import { belongsSave, specialUser } from '../../src/modules/contacts/common/special.contract.ts';
import type { contactFunctions } from '../../src/modules/contacts/common/words.ts';
import { whiteList, whiteRemove } from '../../src/modules/contacts/common/whitelist.contract.ts';
import { departmentAdd } from '../../src/modules/people/common/department.contract.ts';
import { employeeAdd } from '../../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { startTestProduct, type TestProduct } from '../product.ts';
import { wireOf, type Wire } from '../sign-in/console.ts';
import { TestTerminal } from './test-terminal.ts';

/** A row of a range as a test writes it. */
export type Row = Partial<RangeRow> & Pick<RangeRow, 'kind'>;

/** What a role of a test gives besides its range of the tree. */
export interface RoleWish {
  readonly search?: readonly Row[];
  readonly exactMatch?: 'employeeNo'[];
  readonly functions?: readonly (typeof contactFunctions)[number][];
}

/** A running product, its rules of the directory by the console’s calls, and the phones of its people. */
export class DirectoryHouse {
  readonly product: TestProduct;
  readonly wire: Wire;
  /** Ids by account. */
  readonly people: Record<string, string> = {};
  #made = 0;

  private constructor(product: TestProduct) {
    this.product = product;
    this.wire = wireOf(product);
  }

  static async open(env: Record<string, string> = {}): Promise<DirectoryHouse> {
    return new DirectoryHouse(await startTestProduct(undefined, env));
  }

  stop(): Promise<void> {
    return this.product.stop();
  }

  async department(name: string, parentId: string = rootDepartmentId, kind: 'company' | 'department' = 'department'): Promise<string> {
    return (await this.wire.call(departmentAdd, { parentId, kind, name: { zh_CN: name, en_US: name } })).id;
  }

  /** Somebody with an account of that name, who may sign in where `enters`. */
  async person(account: string, departments: readonly string[], more: Record<string, unknown> = {}, enters = true): Promise<string> {
    const assignments = departments.map((departmentId, at) => ({ departmentId, primary: at === 0 }));
    const { id } = await this.wire.call(employeeAdd, { account, name: account, assignments, ...more });
    this.people[account] = id;
    if (enters) await this.product.setPassword(id);
    return id;
  }

  idOf(account: string): string {
    const id = this.people[account];
    if (id === undefined) throw new Error(`Nobody is called ${account}`);
    return id;
  }

  /** A new phone of somebody, signed in. */
  async phone(account: string): Promise<TestTerminal> {
    const phone = new TestTerminal(this.product.app);
    await phone.login(account);
    return phone;
  }

  /** A contact role with a range, and who holds it; answers its id. */
  async role(auth: readonly Row[], held: { people?: string[]; departments?: string[] }, more: RoleWish = {}): Promise<string> {
    const { wire } = this;
    const name = `role${(this.#made += 1)}`;
    const { roleId } = await wire.call(contactRole.save, { name, code: name });
    const version = async () => (await wire.call(contactRole.find, { roleId })).version;
    await wire.call(contactSaveRanges, { roleId, version: await version(), kind: 'auth', rows: [...auth] });
    if (more.search)
      await wire.call(contactSaveRanges, {
        roleId,
        version: await version(),
        kind: 'search',
        rows: [...more.search],
        sameAsAuth: false,
        exactMatch: more.exactMatch ?? [],
      });
    if (more.functions) await wire.call(contactSaveResources, { roleId, version: await version(), functions: [...more.functions] });
    if (held.people) await wire.call(contactRole.assignEmployees, { roleId, ids: held.people });
    if (held.departments) await wire.call(contactRole.assignDepartments, { roleId, ids: held.departments });
    return roleId;
  }

  /** A special user rule, hidden unless said, and whom it protects; answers its id. */
  async special(more: Record<string, unknown>, belongs: readonly { kind: 'employee' | 'department'; id: string }[]): Promise<string> {
    const name = `special${(this.#made += 1)}`;
    const { roleId } = await this.wire.call(specialUser.save, { name, code: name, ownerDeptId: rootDepartmentId, mode: 'hidden', ...more });
    await this.wire.call(belongsSave, { roleId, parties: [...belongs] });
    return roleId;
  }

  /** Changes a field of the set. */
  async field(key: ContactField['fieldKey'], change: Partial<ContactField>): Promise<void> {
    const { version, fields } = await this.wire.call(fieldList, {});
    await this.wire.call(fieldSave, { version, fields: fields.map((one) => (one.fieldKey === key ? { ...one, ...change } : one)) });
  }

  /** Takes roles, special rules and entries of the white list away. */
  async clear(): Promise<void> {
    const { wire } = this;
    const roles = (await wire.call(contactRole.list, { pageSize: 200 })).list.filter(({ builtIn }) => !builtIn).map(({ id }) => id);
    if (roles.length > 0) await wire.call(contactRole.delete, { ids: roles });
    const specials = (await wire.call(specialUser.list, { pageSize: 200 })).list.map(({ id }) => id);
    if (specials.length > 0) await wire.call(specialUser.delete, { ids: specials });
    const white = (await wire.call(whiteList, { pageSize: 200 })).list.map(({ id }) => id);
    if (white.length > 0) await wire.call(whiteRemove, { ids: white });
  }
}
