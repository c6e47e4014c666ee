import { sql } from 'kysely';
import type { z } from 'zod';
import { columnOf, type FieldSet } from '#kit/common/crud/field.ts';
import type { StoredOf } from '#kit/common/crud/crud-types.ts';
import type { SettingAnswer, SettingContract } from '#kit/common/setting/setting-contract.ts';
import { namesOf } from '../access/role.view.ts';
import type { Caller } from '../caller.ts';
import { changeObjects } from '../change/change-objects.ts';
import type { Fields, Kind, Operation } from '../change/kind.ts';
import { siteKind } from '../change/site-kind.ts';
import { tableKind } from '../change/table-kind.ts';
import type { ConfigKind } from '../config/config-area.ts';
import { tableField } from '../crud/crud-kind.ts';
import type { Db, Tx } from '../directory.ts';
import { handle, type BoundRoute, type Call } from '../handle.ts';
import type { ServerModule } from '../module.ts';
import { perProduct } from '../per-product.ts';
import { createRecentChange, rememberedUntilChange } from '../recent-change.ts';
import type { CoreServices, Services } from '../services.ts';

/** Server part of the declaration of settings. */
export interface SettingServerDraft extends Pick<Kind, 'check'> {
  /** The table with the one row: id, version, created_at, created_by, updated_at, updated_by, and a column a field. */
  readonly table: string;
  /** The field, or a column beside the fields, whose value names the row in the history; without it the row has no name there. */
  readonly name?: string;
  /** What the row is called in the history in place of that. */
  readonly title?: string;
  /** Codes for history and reverting, where they are not those of the operations. */
  readonly codes?: Kind['codes'];
  /** What a write also does, in its transaction. */
  written?(tx: Tx, caller: Caller, operations: readonly Operation[]): Promise<void>;
  /** What a change touches beside the row; `kind` is that of the settings, which can be tried. */
  impact?(
    tx: Tx,
    change: { readonly caller: Caller; readonly operations: readonly Operation[] },
    kind: Kind,
  ): Promise<Record<string, number>>;
}

/** The stored row of settings. */
export type SettingRow<F extends FieldSet> = StoredOf<F> & {
  readonly id: string;
  readonly version: number;
  readonly createdAt: number;
  readonly createdBy: string | null;
  readonly updatedAt: number;
  readonly updatedBy: string | null;
};

/** The server's half of settings: parts of a module (`moduleParts`), and functions for handlers of the module's own. */
export interface SettingServer<F extends FieldSet, R> extends Required<Pick<ServerModule, 'kinds'>> {
  /** Its kind in the change engine: one object, for the whole site. */
  readonly kind: Kind;
  readonly routes: { readonly get: BoundRoute; readonly update: BoundRoute };
  /** The stored row. */
  read(db: Db): Promise<SettingRow<F>>;
  /** The row as a running product works with it: read again once a second, and at once after a change of this process. */
  now(product: Pick<Services, 'database'>): Promise<SettingRow<F>>;
  /** The answer of the two operations. */
  view(means: Means): Promise<R>;
  /** Changes values. Refuses with 10409, 10910, 10400. */
  save(tx: Tx, caller: Caller, change: SettingChange): Promise<void>;
  /** The settings as configuration: the folder of the file, and its name there. */
  config(name: string, code: string): ConfigKind;
}

type Means = Pick<Call, 'db' | 'caller'> & { readonly services: CoreServices };

/** Values to change, and the version that was read; what is undefined stays. */
interface SettingChange {
  readonly version: number;
  readonly [name: string]: unknown;
}

/** The server's half of declared settings: kind, history, reading, and a handler for each of the two operations, which a module replaces where it differs. */
export function settingServer<F extends FieldSet, A extends SettingAnswer, X extends z.ZodRawShape>(
  contract: SettingContract<F, A, X>,
  draft: SettingServerDraft,
): SettingServer<F, z.output<SettingContract<F, A, X>['row']>>;
export function settingServer(declared: object, draft: SettingServerDraft): object {
  // Typed above by the fields; what follows takes all fields alike.
  const contract = declared as Contract;
  const changes = createRecentChange();
  const kind = kindOf(contract, draft, () => changes.happens());
  const read = (db: Db): Promise<Row> => readRow(contract, draft, db);
  const view = async (means: Means): Promise<Record<string, unknown>> => viewOf(contract, means, await read(means.db));
  const save = async (tx: Tx, caller: Caller, { version, ...values }: SettingChange): Promise<void> => {
    const { id } = await read(tx);
    const fields = Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== undefined && name in contract.fields));
    await changeObjects(tx, caller, kind, [{ id, version, fields: fields as Fields }]);
  };
  const known = perProduct(({ database }) => rememberedUntilChange(() => read(database.db), changes, trustMillis));
  return Object.freeze({
    kind,
    kinds: [kind],
    routes: {
      get: handle(contract.get, (call) => view(call)),
      update: handle(contract.update, (call, change) =>
        call.write(async (tx) => {
          await save(tx, call.caller, change);
          return view({ ...call, db: tx });
        }),
      ),
    },
    read,
    now: (product: Pick<Services, 'database'>) => known(product)(),
    view,
    save,
    config: (name: string, code: string): ConfigKind => ({
      name,
      kind,
      fields: contract.values.shape,
      objects: async (db) => [{ id: (await read(db)).id, code, fixed: true }],
      create: async (_db, wanted) => ({ id: wanted.id, name: wanted.code, fields: {} }),
    }),
  });
}

/** Declared settings as the kit reads them, whatever their fields. */
interface Contract extends Pick<SettingContract, 'module' | 'kind' | 'codes' | 'answers' | 'fields'> {
  readonly values: z.ZodObject;
  readonly get: Parameters<typeof handle>[0];
  readonly update: SettingContract['update'] & { readonly input: z.ZodType<SettingChange> };
}

type Row = Record<string, unknown> & { readonly id: string; readonly version: number; readonly updatedBy: string | null };

function kindOf(contract: Contract, draft: SettingServerDraft, changed: () => void): Kind {
  const { fields } = contract;
  const columns = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, tableField(name, field)]));
  const { name = '', title, written, impact } = draft;
  const base = siteKind(
    tableKind({
      kind: contract.kind,
      module: contract.module,
      codes: draft.codes ?? contract.codes,
      table: draft.table,
      name,
      fields: { ...(name !== '' && !(name in fields) && { [name]: { column: name, internal: true } }), ...columns },
      ...(draft.check && { check: draft.check }),
    }),
  );
  // There is one of it: nobody has to look for it by a part of its name.
  const { search: _search, ...only } = base;
  const kind: Kind = {
    ...only,
    read: async (tx, ids, lock) => {
      const states = await base.read(tx, ids, lock);
      if (title !== undefined) for (const state of states.values()) state.name = title;
      return states;
    },
    write: async (tx, caller, operations) => {
      await base.write(tx, caller, operations);
      await written?.(tx, caller, operations);
      changed();
    },
  };
  return impact ? { ...kind, impact: (tx, caller, operations) => impact(tx, { caller, operations }, kind) } : kind;
}

const stampColumns: Readonly<Record<string, string>> = {
  id: 'id',
  version: 'version',
  createdAt: 'created_at',
  createdBy: 'created_by',
  updatedAt: 'updated_at',
  updatedBy: 'updated_by',
};

async function readRow({ fields }: Contract, { table }: SettingServerDraft, db: Db): Promise<Row> {
  const columns = [
    ...Object.entries(stampColumns),
    ...Object.entries(fields).map(([name, field]) => [name, columnOf(name, field)] as const),
  ];
  const list = columns.map(([name, column]) => sql`${sql.ref(column)} as ${sql.ref(name)}`);
  const { rows } = await sql<Row>`select ${sql.join(list)} from ${sql.table(table)}`.execute(db);
  return rows[0]!;
}

async function viewOf({ answers, fields }: Contract, means: Means, row: Row): Promise<Record<string, unknown>> {
  if (answers === 'stamps') return row;
  const values = Object.fromEntries(Object.keys(fields).map((name) => [name, row[name]]));
  const { id, version, updatedAt, updatedBy } = row;
  if (answers === 'version') return { ...values, version };
  const names = await namesOf(means, [updatedBy]);
  return { id, version, updatedAt, updatedBy: names(updatedBy), ...values };
}

/** For so long a running product goes by what it read. */
const trustMillis = 1_000;
