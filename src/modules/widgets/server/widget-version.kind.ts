import type { Fields, Kind } from '#kit/server/change/kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { Refusal, wrongState } from '#kit/server/refusal.ts';
import { widgetHistoryPage } from '../common/permissions.ts';
import { widgetStatus } from '../common/widget-words.ts';
import { widgetsChanged } from './widget-changes.ts';
import { withinWidget } from './within-widget.ts';

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
