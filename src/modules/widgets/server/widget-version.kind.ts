import { sql } from 'kysely';
import type { Fields, Kind } from '#kit/server/change/kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import { pathInRange, type Range } from '#kit/server/caller.ts';
import type { Tx } from '#kit/server/directory.ts';
import { Refusal, wrongState } from '#kit/server/refusal.ts';
import { widgetHistoryPage } from '../common/permissions.ts';
import { widgetStatus } from '../common/widget-words.ts';
import { widgetsChanged } from './widget-news.ts';

/** ltree path of the department that each of these widgets belongs to. */
export async function pathsOfWidgets(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; path: string }>`select w.id, d.path::text as path from widget w
    join department d on d.id = w.owner_dept_id where w.id = any(${[...ids]}::uuid[])`.execute(tx);
  return new Map(rows.map(({ id, path }) => [id, path]));
}

/** A kind whose objects lie where the widget lies that they belong to. */
export function withinWidget(base: Kind, widgetsOf: (tx: Tx, all: readonly (Fields | null)[]) => Promise<(string | undefined)[]>): Kind {
  const { unranged: _unranged, ...rest } = base;
  const paths = async (tx: Tx, all: readonly (Fields | null)[]): Promise<(string | null)[]> => {
    const owners = await widgetsOf(tx, all);
    const known = await pathsOfWidgets(
      tx,
      owners.flatMap((one) => one ?? []),
    );
    return owners.map((one) => (one === undefined ? null : (known.get(one) ?? null)));
  };
  return {
    ...rest,
    read: async (tx, ids, lock) => {
      const states = await base.read(tx, ids, lock);
      const all = [...states.values()];
      const found = await paths(
        tx,
        all.map(({ fields }) => fields),
      );
      for (const [index, state] of all.entries()) state.path = found[index] ?? null;
      return states;
    },
    outside: async (tx: Tx, range: Range, operations) => {
      if (range.all) return new Set<number>();
      const wished = await paths(
        tx,
        operations.map(({ before, after }) => after ?? before),
      );
      const isOut = (path: string | null): boolean => path === null || !pathInRange(range, path);
      return new Set(
        operations.flatMap(({ path, action }, index) => (isOut(action === 'create' ? (wished[index] ?? null) : path) ? [index] : [])),
      );
    },
  };
}

const textIn = (fields: Fields | null, name: string): string | undefined => {
  const value = fields?.[name];
  return typeof value === 'string' ? value : undefined;
};

/** Versions of widgets in the change engine. */
export const widgetVersionKind: Kind = versions();

function versions(): Kind {
  const kind = withinWidget(
    tableKind({
      kind: 'widgetVersion',
      module: 'widgets',
      codes: { read: widgetHistoryPage.code, revert: widgetHistoryPage.button.updateVersion },
      table: 'widget_version',
      name: 'versionName',
      fields: {
        widgetId: { column: 'widget_id', internal: true },
        versionName: { column: 'version_name' },
        buildNo: { column: 'build_no' },
        fileId: { column: 'file_id', internal: true },
        size: { column: 'size' },
        sha256: { column: 'sha256' },
        hash: { column: 'hash', internal: true },
        entry: { column: 'entry' },
        files: { column: 'files', internal: true },
        bridge: { column: 'bridge' },
        hosts: { column: 'hosts' },
        functions: { column: 'functions' },
        notes: { column: 'notes' },
        mode: { column: 'mode' },
        status: { column: 'status' },
      },
      unique: { widget_version_build: 'buildNo' },
      check: async (tx, _caller, operations) => {
        for (const { id, action, after, before } of operations) {
          if (action === 'delete' && before?.['status'] === widgetStatus.online)
            throw wrongState('online', { namespace: 'widgets', key: 'widgetVersion.status.2' });
          if (after?.['status'] === widgetStatus.online) await assertRelated(tx, id);
        }
        return new Map();
      },
    }),
    async (_tx, all) => all.map((fields) => textIn(fields, 'widgetId')),
  );
  return {
    ...kind,
    write: async (tx, caller, operations) => {
      await kind.write(tx, caller, operations);
      await widgetsChanged(tx);
    },
  };
}

/** A version goes online only where some app version is related to it. */
async function assertRelated(tx: Tx, id: string): Promise<void> {
  const rows = await tx.selectFrom('widget_relation').select('id').where('widget_version_id', '=', id).limit(1).execute();
  if (rows.length === 0) throw new Refusal(13062);
}
