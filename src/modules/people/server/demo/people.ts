import { pick, seededRandom, type Random } from '#kit/common/random.ts';
import { plain, nameOf, type DemoName } from './names.ts';
import type { DemoCompany, DemoDepartment, Tongue } from './structure.ts';
import { headTitle, titleOf } from './titles.ts';

/** A made-up person of the sample company. */
export interface DemoPerson extends Pick<DemoName, 'name' | 'nameEn' | 'nameReading'> {
  account: string;
  employeeNo: string;
  email: string;
  mobile: string | null;
  workPhone: string | null;
  gender: 'male' | 'female';
  birthday: string;
  hireDate: string;
  title: string;
  jobLevel: string;
  workplace: string;
  costCentre: string;
  employmentType: 'regular' | 'contractor' | 'intern' | 'outsourced';
  /** Code of the department. */
  department: string;
  /** Codes of further departments. */
  others: string[];
  /** Leads the department. */
  head: boolean;
}

const domain = 'galaxy.example';
const yearMillis = 31_556_952_000;
const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10);
const digits = (number: number, length: number): string => String(number).padStart(length, '0');

/**
 * Telephone numbers that nobody has: those that Ofcom and the Bundesnetzagentur keep for films, and blocks that China and Japan never
 * assigned (154, and 090 followed by 0).
 */
const phones: Readonly<Record<Tongue, (at: number) => { mobile: string | null; workPhone: string | null }>> = {
  zh: (at) => ({ mobile: `+86154${digits((at * 7919 + 1_234_567) % 100_000_000, 8)}`, workPhone: null }),
  ja: (at) => ({ mobile: `+81900${digits((at * 7919 + 123_456) % 10_000_000, 7)}`, workPhone: null }),
  de: (at) => ({
    mobile: at < 100 ? `+4917139200${digits(at, 2)}` : at < 200 ? `+4917604069${digits(at - 100, 3)}` : null,
    workPhone: `+49 69 90009 ${digits(at % 1000, 3)}`,
  }),
  en: (at) => ({ mobile: at < 1000 ? `+447700900${digits(at, 3)}` : null, workPhone: `+44 20 7946 0${digits(at % 1000, 3)}` }),
};

/** Weight of a division among the people of a company. */
const weights: Readonly<Record<string, number>> = { RD: 5, MFG: 5, SAL: 3, SVC: 3, QA: 2, SCM: 2, IT: 2 };

/** Makes people, one after another; accounts, numbers, mobiles and addresses differ for all. */
export class PeopleMaker {
  readonly #next: Random;
  readonly #beginning: number;
  readonly #accounts = new Set<string>();
  readonly #made = new Map<Tongue, number>();
  #count = 0;

  /** `taken` are accounts that others have; `beginning` is the first day of the history. */
  constructor(seed: number, beginning: number, taken: readonly string[]) {
    this.#next = seededRandom(seed);
    this.#beginning = beginning;
    for (const account of taken) this.#accounts.add(account);
  }

  /** The people of a company: a head for each department, the others where the work is. */
  company(company: DemoCompany, departments: readonly DemoDepartment[], people: number): DemoPerson[] {
    const own = departments.filter((one) => one.company === company);
    const heads = own.slice(0, people).map((department) => this.#person(department, { head: true }));
    const places = own.flatMap((department) => {
      const weight = department.leaf ? (weights[department.division] ?? 1) * 2 : 1;
      return Array.from({ length: weight }, () => department);
    });
    const others = Array.from({ length: Math.max(0, people - heads.length) }, () => this.#person(pick(places, this.#next()), {}));
    for (const person of others) {
      const further = this.#next() < 0.06 ? pick(places, this.#next()).code : person.department;
      if (further !== person.department) person.others.push(further);
    }
    return [...heads, ...others];
  }

  /** Somebody who joins on a day of the history. */
  newcomer(department: DemoDepartment, hired: number): DemoPerson {
    return { ...this.#person(department, { fresh: true }), hireDate: dayOf(hired) };
  }

  /** A surname somebody takes at a wedding. */
  otherName(person: DemoPerson, tongue: Tongue): Pick<DemoPerson, 'name' | 'nameEn'> {
    const fresh = nameOf(tongue, person.gender === 'male', this.#next);
    const given = person.name.split(' ');
    if (tongue === 'zh' || given.length < 2) return { name: person.name, nameEn: person.nameEn };
    const name = tongue === 'ja' ? `${fresh.name.split(' ')[0]} ${given[1]}` : `${given[0]} ${fresh.name.split(' ').at(-1)}`;
    return { name, nameEn: tongue === 'ja' ? person.nameEn : name };
  }

  #person(department: DemoDepartment, role: { head?: boolean; fresh?: boolean }): DemoPerson {
    const next = this.#next;
    const { company, division, level } = department;
    const tongue = this.#tongueOf(company);
    const gender = next() < 0.56 ? 'male' : 'female';
    const { family, given, ...names } = nameOf(tongue, gender === 'male', next);
    const account = this.#accountOf(`${family}.${given}`);
    const at = this.#made.get(tongue) ?? 0;
    this.#made.set(tongue, at + 1);
    this.#count += 1;
    const seniority = role.head ? 0.99 : role.fresh ? next() * 0.4 : next() ** 1.6;
    return {
      ...names,
      account,
      email: `${account}@${domain}`,
      employeeNo: `GX${digits(10_000 + this.#count, 6)}`,
      ...phones[tongue](at),
      gender,
      birthday: dayOf(this.#beginning - (22 + seniority * 24 + next() * 14) * yearMillis),
      hireDate: dayOf(this.#beginning - (0.1 + (seniority * 0.6 + next() * 0.4) * 14) * yearMillis),
      title: role.head ? headTitle(company.tongue, level) : titleOf(company.tongue, division, seniority),
      jobLevel: role.head ? `M${5 - level}` : `P${2 + Math.floor(seniority * 7)}`,
      workplace: company.place,
      costCentre: `${company.key}${digits(1000 + (plain(division).charCodeAt(0) || 96) * 7, 4)}`,
      employmentType: role.head ? 'regular' : employmentOf(next()),
      department: department.code,
      others: [],
      head: role.head ?? false,
    };
  }

  /** Some work abroad. */
  #tongueOf(company: DemoCompany): Tongue {
    const abroad: Readonly<Record<Tongue, Tongue>> = { zh: 'en', ja: 'zh', de: 'en', en: 'de' };
    return this.#next() < 0.05 ? abroad[company.tongue] : company.tongue;
  }

  #accountOf(request: string): string {
    let account = request;
    for (let other = 2; this.#accounts.has(account); other += 1) account = `${request}${other}`;
    this.#accounts.add(account);
    return account;
  }
}

function employmentOf(value: number): DemoPerson['employmentType'] {
  if (value < 0.84) return 'regular';
  return value < 0.91 ? 'contractor' : value < 0.95 ? 'intern' : 'outsourced';
}
