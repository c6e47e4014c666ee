import type { Parsed } from '#kit/common/contract.ts';
import { keepSheet, type MadeSheet } from '#kit/server/files/keep-sheet.ts';
import type { JobKind } from '#kit/server/services.ts';
import type { Cell } from '#platform/sheets/cell.ts';
import type { sourceRunExport } from '../../common/source-run.contract.ts';
import { sourcePage } from '../../common/source.permissions.ts';
import { itemsOf } from './run-items.ts';
import { findRun } from './run-query.ts';

/** Writes the lines of a run to a file: one row a field that changes, or one a line without any. */
export const exportRunJob: JobKind<Parsed<typeof sourceRunExport>, MadeSheet> = {
  kind: 'source.export',
  title: { namespace: 'user-centre', key: 'job.source.export' },
  code: sourcePage.button.exportRun,
  run: async (context, { format, ...input }) => {
    const { services, caller } = context;
    const call = { services, caller, db: services.database.db };
    const { sourceName } = await findRun(call, input.runId);
    const word = (key: string): string => services.texts.text(caller.language, 'user-centre', `sourceRun.${key}`);
    async function* rows(): AsyncGenerator<Cell[]> {
      for (let after: number | undefined; ;) {
        const page = await itemsOf(call, { ...input, after, limit: 200 });
        for (const item of page.list) {
          const first: Cell[] = [
            item.seq,
            word(`objectKind.${item.objectKind}`),
            item.externalId,
            item.name,
            word(`action.${item.action}`),
            word(`state.${item.state}`),
          ];
          const fields = item.fields.length > 0 ? item.fields : [{ label: null, before: null, after: null, owner: null }];
          for (const field of fields) yield [...first, field.label, field.before, field.after, field.owner, item.reason];
        }
        if (page.next === null) return;
        after = page.next;
      }
    }
    return keepSheet(context, {
      title: sourceName.replaceAll(/[\\/:*?"<>|[\]]/g, ' ').slice(0, 31),
      header: ['seq', 'objectKind', 'externalId', 'name', 'action', 'state', 'field', 'before', 'after', 'owner', 'reason'].map((column) =>
        word(`column.${column}`),
      ),
      rows: rows(),
      format,
      query: { runId: input.runId },
    });
  },
};
