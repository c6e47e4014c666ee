import type { ConfigArea, ConfigKind, ConfigObject } from '#kit/server/config/config-area.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import { departmentCodes, departmentsByCode } from '#modules/people/server/public.ts';

/** Kinds of areas, those first whose objects others name. */
export function kindsInOrder(areas: readonly ConfigArea[]): { area: ConfigArea; kind: ConfigKind }[] {
  const all = areas.flatMap((area) => area.kinds.map((kind) => ({ area, kind })));
  const sorted: typeof all = [];
  const visit = (one: (typeof all)[number]): void => {
    if (sorted.includes(one)) return;
    for (const before of one.kind.after ?? []) {
      const other = all.find(({ kind }) => kind.name === before);
      if (other) visit(other);
    }
    if (!sorted.includes(one)) sorted.push(one);
  };
  for (const one of all) visit(one);
  return sorted;
}

interface Known {
  byCode: Map<string, ConfigObject>;
  byId: Map<string, string>;
}

/** Codes of ids and ids of codes: of everything that configuration names, and of what a bundle is going to make. */
export class Names {
  readonly #db: Db;
  readonly #services: Services;
  readonly #known = new Map<string, Promise<Known>>();

  constructor(db: Db, services: Services) {
    this.#db = db;
    this.#services = services;
  }

  /** The objects of a kind by code. */
  async objects(kind: string): Promise<ReadonlyMap<string, ConfigObject>> {
    return (await this.#of(kind)).byCode;
  }

  /** Says that there will be an object. */
  async add(kind: string, object: ConfigObject): Promise<void> {
    const known = await this.#of(kind);
    known.byCode.set(object.code, object);
    known.byId.set(object.id, object.code);
  }

  /** The code that stands for an id in files; undefined when nothing has the id any more. */
  async codeOf(kind: string, id: string): Promise<string | undefined> {
    return (await this.#known.get(kind)?.then(({ byId }) => byId.get(id))) ?? (await this.#look(kind, { id }))?.code;
  }

  /** The id that a code stands for here. */
  async idOf(kind: string, code: string): Promise<string | undefined> {
    return (await this.#known.get(kind)?.then(({ byCode }) => byCode.get(code)?.id)) ?? (await this.#look(kind, { code }))?.id;
  }

  #of(kind: string): Promise<Known> {
    const present = this.#known.get(kind);
    if (present) return present;
    const found = this.#services.configAreas.flatMap(({ kinds }) => kinds).find(({ name }) => name === kind);
    const loaded = (found ? found.objects(this.#db, this.#services) : Promise.resolve([])).then((objects) => ({
      byCode: new Map(objects.map((object) => [object.code, object])),
      byId: new Map(objects.map(({ id, code }) => [id, code])),
    }));
    this.#known.set(kind, loaded);
    return loaded;
  }

  async #look(kind: string, request: { id?: string; code?: string }): Promise<{ id: string; code: string } | undefined> {
    const known = await this.#of(kind);
    const listed = request.id === undefined ? known.byCode.get(request.code!) : undefined;
    const code = request.id === undefined ? request.code! : known.byId.get(request.id);
    if (listed) return listed;
    if (code !== undefined && request.id !== undefined) return { id: request.id, code };
    const found =
      kind === 'employee'
        ? await this.#employee(request)
        : kind === 'department'
          ? await this.#department(request)
          : await this.#inline(kind, request);
    if (found) await this.add(kind, found);
    return found;
  }

  async #employee({ id, code }: { id?: string; code?: string }): Promise<{ id: string; code: string } | undefined> {
    const { directory } = this.#services;
    if (id !== undefined) {
      const person = (await directory.people(this.#db, [id])).get(id);
      return person && { id, code: person.account };
    }
    const person = await directory.byAccount(this.#db, code!);
    return person && { id: person.uid, code: person.account };
  }

  async #inline(kind: string, request: { id?: string; code?: string }): Promise<{ id: string; code: string } | undefined> {
    const inline = this.#services.configAreas.flatMap((area) => area.inline ?? []).find(({ name }) => name === kind);
    const id = request.id ?? (await inline?.idOf(this.#db, request.code!));
    const code = request.code ?? (await inline?.textOf(this.#db, request.id!));
    return id === undefined || code === undefined ? undefined : { id, code };
  }

  async #department({ id, code }: { id?: string; code?: string }): Promise<{ id: string; code: string } | undefined> {
    const found = id === undefined ? await departmentsByCode(this.#db, [code!]) : await departmentCodes(this.#db, [id]);
    const [first] = found;
    return first && (id === undefined ? { code: first[0], id: first[1] } : { id: first[0], code: first[1] });
  }
}
