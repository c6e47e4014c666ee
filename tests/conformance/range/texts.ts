import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addressOf, type Endpoint } from '../../../src/kit/common/contract.ts';
import { downloadFile } from '../../../src/kit/common/files/file.contract.ts';
import { readCsv } from '../../../src/platform/sheets/read-csv.ts';
import { readXlsx } from '../../../src/platform/sheets/read-xlsx.ts';
import type { ConsoleClient } from '../../journeys/console-client.ts';
import { sampleInput } from '../../../src/kit/testing/sample-input.ts';
import { byModule, roleAreas } from '../collected.ts';
import type { Story, Values } from '../samples.ts';
import { marks, type Marked } from './story.ts';
import type { World } from './world.ts';

/** Stands for an id until one is chosen by the name of its field. */
const place = '01a00000-0000-7000-8000-0000000000ff';
const mostIds = 12;

/** Reads that only answer, and begin no stream. */
export const isRead = (operation: Endpoint): boolean =>
  operation.answer !== 'raw' && !('open' in operation.access) && (operation.method === 'GET' || operation.reads === true);
/** What writes a file. */
export const isExport = (operation: Endpoint): boolean =>
  operation.method === 'POST' && operation.audit !== undefined && /[xX]port[A-Za-z]*$/.test(operation.path) && !operation.reads;

/** Whether it can't be asked without an id. */
export const asksForIds = (operation: Endpoint): boolean => JSON.stringify(sampleInput(operation.input, place)).includes(place);

/** Every text of a value with where it stands. */
function* textsIn(value: unknown, at: string): Generator<readonly [at: string, text: string]> {
  if (typeof value === 'string') yield [at, value];
  else if (Array.isArray(value)) for (const one of value) yield* textsIn(one, `${at}[]`);
  else if (typeof value === 'object' && value !== null)
    for (const [name, one] of Object.entries(value)) {
      yield [at, name];
      yield* textsIn(one, `${at}.${name}`);
    }
}

/** Texts that bear a mark. */
function markedIn(value: unknown, at: string): string[] {
  const found = [...textsIn(value, at)].filter(([, text]) => marks.some((mark) => text.toLowerCase().includes(mark)));
  return [...new Set(found.map(([where, text]) => `${where}: ${text.slice(0, 120)}`))];
}

/** Asks operations, as an administrator of one subsidiary unless said, with the ids that earlier answers and the story gave. */
export class Sweep {
  readonly #world: World;
  readonly #marked: Marked;
  readonly #story: Story;
  readonly #client: ConsoleClient;
  /** Ids in lists, by what the operation is about: `muc/crowd`. */
  readonly #ids: Map<string, Set<string>>;
  readonly answered = new Set<string>();
  readonly found: string[] = [];

  constructor(world: World, marked: Marked, client: ConsoleClient = world.admin, ids = new Map<string, Set<string>>()) {
    this.#ids = ids;
    this.#world = world;
    this.#client = client;
    this.#marked = marked;
    this.#story = marked.story;
  }

  /** The same for somebody else, with the ids that are known by now. */
  as(client: ConsoleClient): Sweep {
    return new Sweep(this.#world, this.#marked, client, this.#ids);
  }

  /** Asks with every input that is known; answers what was answered. */
  async ask(operation: Endpoint, more: Values = {}): Promise<unknown[]> {
    const answers: unknown[] = [];
    for (const input of this.#inputsOf(operation)) {
      const data = await this.put(operation, { ...input, ...more });
      if (data !== undefined) answers.push(data);
    }
    return answers;
  }

  /** Asks once; undefined where it is refused. */
  async put(operation: Endpoint, input: Values): Promise<unknown> {
    const { code, data, msg } = await this.#client.ask(operation, input);
    this.found.push(...markedIn(code === 0 ? data : { msg, data }, operation.path));
    if (code !== 0) return undefined;
    this.answered.add(operation.path);
    this.#keep(operation.path, data);
    return data;
  }

  /** What else is asked, where no input can be made up from the fields alone. */
  further(): Readonly<Record<string, readonly Values[]>> {
    const all: Record<string, Values[]> = {};
    const idsOf = (noun: string): string[] => [...(this.#ids.get(noun) ?? [])].slice(0, mostIds);
    const later = byModule.flatMap(([, { further }]) => Object.entries(further?.(this.#story, idsOf) ?? {}));
    for (const [path, inputs] of [...Object.entries(this.#marked.asked), ...later]) (all[path] ??= []).push(...inputs);
    return all;
  }

  /** The input with its ids filled in: each candidate once where one is asked for. */
  #inputsOf(operation: Endpoint): Values[] {
    const base = { ...pageOf(operation), ...sampleInput(operation.input, place) };
    const fields = Object.keys(base).filter((name) => JSON.stringify(base[name]).includes(place));
    if (fields.length === 0) return [base];
    const most = Math.max(...fields.map((name) => this.#candidates(operation.path, name).length));
    return Array.from({ length: Math.min(most, mostIds) }, (_, at) => {
      const chosen = Object.fromEntries(
        fields.map((name) => {
          const all = this.#candidates(operation.path, name);
          return [name, JSON.parse(JSON.stringify(base[name]).replaceAll(place, all[at % all.length] ?? place))];
        }),
      );
      return { ...base, ...chosen };
    });
  }

  #candidates(operation: string, field: string): string[] {
    const { beside, guest, place: department } = this.#story.known;
    const { inside } = this.#world;
    const noun = operation.replace(/\/[^/]*$/, '');
    const known: Readonly<Record<string, readonly string[]>> = {
      ...Object.fromEntries(
        ['empId', 'asEmpId', 'employeeId', 'targetId', 'from', 'uid', 'employees'].map((name) => [name, [beside, guest, inside.person.id]]),
      ),
      ...Object.fromEntries(
        ['deptId', 'departmentId', 'ownerDeptId', 'parentId', 'departments', 'assignments', 'sourceIds', 'targetId'].map((name) => [
          name,
          [department, inside.department.id],
        ]),
      ),
      ...this.#marked.ids,
      roleId: this.#areaRoles(noun),
    };
    const people = noun.startsWith('muc/employee') && !noun.includes('lifecycle') ? [beside, guest] : [];
    const departments = noun.startsWith('muc/dept') ? [department, inside.department.id] : [];
    return [...new Set([...(known[field] ?? []), ...people, ...departments, ...(known[field] ? [] : this.#idsNear(noun))])];
  }

  /** Roles of the area whose calls begin so; of those of all areas, system roles. */
  #areaRoles(noun: string): string[] {
    const { own } = this.#story.roles;
    const found = roleAreas.find(({ area, also = [] }) => [`role/${area}`, ...also].some((path) => noun.startsWith(path)));
    return found && found.area !== 'sys' ? [own[found.area]!] : [own['sys']!, this.#world.shared.id];
  }

  #idsNear(noun: string): string[] {
    for (let at = noun; at !== ''; at = at.includes('/') ? at.replace(/\/[^/]*$/, '') : '') {
      const found = this.#ids.get(at);
      if (found?.size) return [...found];
    }
    return [];
  }

  #keep(operation: string, data: unknown): void {
    const list: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'list') : undefined;
    if (!Array.isArray(list)) return;
    const noun = operation.replace(/\/[^/]*$/, '');
    const ids = this.#ids.get(noun) ?? new Set();
    this.#ids.set(noun, ids);
    for (const row of list) {
      const id: unknown = Reflect.get(Object(row), 'id') ?? Reflect.get(Object(row), 'operationId') ?? Reflect.get(Object(row), 'runId');
      if (typeof id === 'string') ids.add(id);
    }
  }

  /** Lets every export write its file and searches all cells. */
  async readFiles(operation: Endpoint): Promise<void> {
    const client = this.#client;
    const shape = Object.keys(Reflect.get(operation.input, 'shape') ?? {});
    const more = {
      ...(shape.includes('format') && { format: 'csv' }),
      ...(shape.includes('log') && { reason: 'Who is named in the log' }),
    };
    const answers = await this.ask(operation, more);
    for (const input of this.further()[operation.path] ?? []) answers.push(await this.put(operation, { ...input, ...more }));
    for (const data of answers) {
      const jobId: unknown = Reflect.get(Object(data), 'jobId');
      if (typeof jobId !== 'string') continue;
      const job = await client.jobEnd(jobId);
      this.found.push(...markedIn(job, `${operation.path} job`));
      const fileId: unknown = Reflect.get(Object(job.result), 'fileId');
      if (typeof fileId === 'string') this.found.push(...markedIn(await cellsOf(client, fileId), `${operation.path} file`));
    }
  }
}

const pageOf = (operation: Endpoint): Values => {
  const shape = Object.keys(Reflect.get(operation.input, 'shape') ?? {});
  // All names of people of the story have this letter.
  const text = shape.includes('text') && JSON.stringify(sampleInput(operation.input, place)).includes('"text"') ? { text: '员' } : {};
  return { ...(shape.includes('pageSize') && { pageSize: 200 }), ...(shape.includes('depth') && { depth: 3 }), ...text };
};

async function cellsOf(client: ConsoleClient, fileId: string): Promise<string[][]> {
  const url = `${addressOf(downloadFile)}?fileId=${fileId}`;
  const { rawPayload, headers } = await client.app.inject({ url, headers: { accesstoken: client.token } });
  const folder = mkdtempSync(path.join(tmpdir(), 'range-texts-'));
  try {
    const file = path.join(folder, 'made');
    writeFileSync(file, rawPayload);
    const cells = [[String(headers['content-disposition'])]];
    // What is no sheet is searched as a whole.
    if (['{', '['].includes(rawPayload.subarray(0, 1).toString())) return [...cells, [rawPayload.toString()]];
    const rows = rawPayload.subarray(0, 2).toString() === 'PK' ? readXlsx(file) : readCsv(file);
    for await (const row of rows) cells.push(row.cells.map(String));
    return cells;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
