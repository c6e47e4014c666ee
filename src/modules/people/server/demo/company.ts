import { pick, seededRandom, type Random } from '#kit/common/random.ts';
import type { DemoActor } from '#kit/server/demo/demo-actor.ts';
import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { DemoStage } from '#kit/server/demo/demo-part.ts';
import { departmentList } from '../../common/department.contract.ts';
import { employeeList } from '../../common/employee.contract.ts';
import { PeopleMaker, type DemoPerson } from './people.ts';
import { demoDepartments, type DemoCompany, type DemoDepartment } from './structure.ts';

/** Person of the sample company as far as later actions need to know. */
export interface Resident {
  id: string;
  person: DemoPerson;
  company: DemoCompany['key'];
  /** Working day on which they left. */
  leftOn: number | null;
}

/** What the actions know of the sample company; it grows while they are done. */
export class DemoTown {
  readonly departments: readonly DemoDepartment[];
  readonly maker: PeopleMaker;
  readonly next: Random;
  readonly ids = new Map<string, string>();
  readonly residents: Resident[] = [];
  readonly #byCode: ReadonlyMap<string, DemoDepartment>;

  constructor({ size, calendar }: Pick<DemoStage, 'size' | 'calendar'>) {
    this.departments = demoDepartments(size.divisions);
    this.#byCode = new Map(this.departments.map((one) => [one.code, one]));
    const taken = Object.values(demoCast).map(({ account }) => account);
    this.maker = new PeopleMaker(size.seed, calendar.at(0, '00:00'), taken);
    this.next = seededRandom(size.seed + 1);
  }

  department(code: string): DemoDepartment {
    const found = this.#byCode.get(code);
    if (!found) throw new Error(`No department has the code ${code}`);
    return found;
  }

  /** The id that the product gave to a department. */
  idOf(code: string): string {
    const id = this.ids.get(code);
    if (id === undefined) throw new Error(`The department ${code} was not founded`);
    return id;
  }

  /** The ids of all departments of a company. */
  idsOf(company: DemoCompany['key']): ReadonlySet<string> {
    return new Set([...this.ids].flatMap(([code, id]) => (this.department(code).company.key === company ? [id] : [])));
  }

  /** Names from below the group, joined by `/`, as a file has them. */
  pathOf(code: string, language: 'zh_CN' | 'en_US' | 'ja_JP'): string {
    const { parent, name } = this.department(code);
    return (parent === null ? '' : `${this.pathOf(parent, language)}/`) + (name[language] ?? name.zh_CN);
  }

  /** Some department without others below it, other than the one whose people hold a role by being in it: only a chief puts people there. */
  anyLeaf(company: DemoCompany['key']): DemoDepartment {
    const open = (one: DemoDepartment): boolean => one.code !== 'SH-IT-DSK' && this.ids.has(one.code);
    const leaves = this.departments.filter((one) => one.company.key === company && one.leaf && open(one));
    return pick(leaves, this.next());
  }

  /** Somebody of a company who is still there and leads nothing. */
  anybody(company: DemoCompany['key']): Resident | undefined {
    const here = this.residents.filter((one) => one.company === company && one.leftOn === null && !one.person.head);
    return here.length > 0 ? pick(here, this.next()) : undefined;
  }

  /** Looks up who of these people the product took, after an import. */
  async settle(actor: DemoActor, company: DemoCompany['key'], people: readonly DemoPerson[]): Promise<void> {
    const wanted = new Map(people.map((person) => [person.account, person]));
    for (let after: string | undefined; ;) {
      const departmentId = this.idOf(company);
      const page = await actor.call(employeeList, { departmentId, pageSize: 1000, sort: '-createdAt', ...(after && { after }) });
      for (const { id, account } of page.list) {
        const person = wanted.get(account);
        if (person) this.residents.push({ id, person, company, leftOn: null });
        wanted.delete(account);
      }
      if (page.next === null || wanted.size === 0) return;
      after = page.next;
    }
  }

  /** The departments of a company as they are now, by code. */
  async rows(actor: DemoActor, company: DemoCompany['key']): Promise<Map<string, { id: string; version: number }>> {
    const { list } = await actor.call(departmentList, { parentId: this.idOf(company), below: true, pageSize: 1000 });
    return new Map(list.flatMap((row) => (row.code === null ? [] : [[row.code, row] as const])));
  }
}
