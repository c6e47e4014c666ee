import type { Db } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import { z } from 'zod';
import { brakeRules, leaverPolicy, mappingRow, sourceSchedule, sourceScope, type MappingRow } from '../../common/source-parts.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import type { Connector, RawRecord, RawValue, ReadEvent } from '../connector/connector.ts';
import '../source.table.ts';

type Values = Record<string, RawValue>;

/** The other side of a test: records that are made up, read in pages as a directory would send them. */
export class GeneratedDirectory {
  departments = new Map<string, Values>();
  people = new Map<string, Values>();
  /** Breaks off after so many people, without an end. */
  cutAfter = Infinity;
  /** Ids that an incremental reading names as gone. */
  gone: { of: RawRecord['of']; id: string }[] = [];
  pageSize = 500;

  /** Departments in a tree, and people in them by turns; a tenth leads the others. */
  static of(size: { departments: number; people: number }): GeneratedDirectory {
    const made = new GeneratedDirectory();
    for (let at = 0; at < size.departments; at += 1)
      made.departments.set(`d${at}`, { id: `d${at}`, parent: at === 0 ? null : `d${Math.floor((at - 1) / 8)}`, name: `Unit ${at}` });
    for (let at = 0; at < size.people; at += 1) made.person(at, size.departments);
    return made;
  }

  person(at: number, departments: number): Values {
    const values: Values = {
      id: `p${at}`,
      uid: `user${at}`,
      name: `Person ${at}`,
      mail: `user${at}@example.com`,
      number: `N${at}`,
      phone: `+8613${String(100_000_000 + at)}`,
      title: at % 3 === 0 ? 'Engineer' : 'Clerk',
      dept: [`d${at % departments}`],
      boss: at < 10 ? null : `p${at % 10}`,
      userPassword: '{SSHA}secret',
      photo: Buffer.from([1, 2, 3]),
    };
    this.people.set(`p${at}`, values);
    return values;
  }

  connector(): Connector {
    const read = (): AsyncGenerator<ReadEvent> => this.#read();
    return {
      kind: 'ldap',
      config: z.unknown(),
      secrets: [],
      target: () => '',
      incremental: () => true,
      test: async () => [],
      read: (_house, _source, request) => (request.mode === 'incremental' ? this.#changes(request.only ?? []) : read()),
      suggests: {},
    };
  }

  async *#read(): AsyncGenerator<ReadEvent> {
    yield* pages('department', [...this.departments.values()], this.pageSize);
    const people = [...this.people.values()];
    yield* pages('employee', people.slice(0, this.cutAfter), this.pageSize);
    if (people.length <= this.cutAfter) yield { end: { cursor: String(people.length) } };
  }

  async *#changes(only: readonly { of: RawRecord['of']; id: string }[]): AsyncGenerator<ReadEvent> {
    const named = only.map(({ id }) => this.people.get(id)).filter((one) => one !== undefined);
    yield* pages('employee', named, this.pageSize);
    if (this.gone.length > 0) yield { gone: this.gone };
    yield { end: { cursor: 'later' } };
  }
}

function* pages(of: RawRecord['of'], all: readonly Values[], size: number): Generator<ReadEvent> {
  for (let at = 0; at < all.length; at += size) yield { records: all.slice(at, at + size).map((values): RawRecord => ({ of, values })) };
}

const row = (of: MappingRow['of'], target: MappingRow['target'], name: string, more: Partial<MappingRow> = {}): MappingRow =>
  mappingRow.parse({ of, target, from: { kind: 'attribute', name }, ...more });

/** A mapping of what such a directory sends. */
const generatedMapping = (): MappingRow[] => [
  row('department', 'externalId', 'id'),
  row('department', 'parent', 'parent'),
  row('department', 'name', 'name'),
  row('employee', 'externalId', 'id'),
  row('employee', 'account', 'uid'),
  row('employee', 'name', 'name'),
  row('employee', 'email', 'mail', { transforms: [{ do: 'lower' }] }),
  row('employee', 'employeeNo', 'number'),
  row('employee', 'mobile', 'phone', { own: 'ifEmpty' }),
  row('employee', 'title', 'title', { whenMissing: 'clear' }),
  row('employee', 'departments', 'dept'),
  row('employee', 'manager', 'boss'),
  row('employee', 'disabled', 'off'),
];

/** Stores a source that reads such a directory; answers its id. */
export async function addGeneratedSource(db: Db, more: Record<string, unknown> = {}): Promise<string> {
  const id = newId();
  const now = Date.now();
  const json = JSON.stringify;
  await db
    .insertInto('source')
    .values({
      id,
      name: `Directory ${id}`,
      code: `dir-${id}`,
      kind: 'ldap',
      root_department_id: rootDepartmentId,
      delivers: ['departments', 'employees', 'memberships', 'managers'],
      config: '{}',
      secret: null,
      scope: json(sourceScope.parse({})),
      mapping: json(generatedMapping()),
      matching: ['employeeNo', 'account'],
      match_everywhere: true,
      leaver_policy: json(leaverPolicy.parse({})),
      dept_policy: 'disable',
      create_departments: true,
      unknown_department: 'reject',
      initial_password: 'none',
      brake: json(brakeRules.parse({})),
      schedule: json(sourceSchedule.parse({})),
      apply_mode: 'review',
      alarm_people: '[]',
      late_after: 24,
      priority: 100,
      enabled: true,
      version: 1,
      created_at: now,
      created_by: null,
      updated_at: now,
      updated_by: null,
      ...more,
    })
    .execute();
  return id;
}
