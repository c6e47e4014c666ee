import { code } from '#kit/common/codes.ts';
import { findFile } from '#kit/server/files/files.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { InvalidInput, Refusal } from '#kit/server/refusal.ts';
import type { Parsed } from '#kit/common/contract.ts';
import * as contract from '../../common/employee-bulk.contract.ts';
import { previewBulk } from './employee.bulk.ts';
import { bulkJob } from './employee.bulk.job.ts';
import { assertSetInRange, countSelected, selected } from './employee.selection.ts';
import { exportJob } from './export.job.ts';
import { importJob } from '../import/import.job.ts';
import { sendTemplate } from '../import/import.template.ts';

const confirmMillis = 5 * 60_000;

/** An export with everything in view needs the password again. */
function assertMayExport({ caller, services }: Call, full: boolean): void {
  if (!full) return;
  if (services.now() - caller.confirmedAt > confirmMillis) throw new Refusal(code.stepUp);
}

async function startImport(call: Call, input: Parsed<typeof contract.employeeImportPreview>): Promise<{ jobId: string }> {
  call.caller.scope();
  const file = await findFile(call.db, call.caller.uid, input.fileId, call.services.now());
  if (!/\.(xlsx|csv)$/i.test(file.name)) throw new InvalidInput([{ path: 'fileId', namespace: 'user-centre', key: 'import.format' }]);
  call.caller.touch({ kind: 'file', id: file.id, name: file.name });
  return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, importJob, input) }));
}

/** Work on many people at once: bulk changes, import and export. */
export const employeeBulkRoutes: readonly BoundRoute[] = [
  handle(contract.employeeBatchUpdatePreview, (call, input) => previewBulk(call.services, call.caller, input)),
  handle(contract.employeeBatchUpdate, async (call, input) => {
    await assertSetInRange(call.db, call.caller, input.set);
    const n = await countSelected(call.db, await selected(call.db, call.caller, input));
    if (n !== input.expected) throw new Refusal(12141, { n, m: input.expected }, { count: n });
    return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, bulkJob, input) }));
  }),
  handle(contract.employeeImportPreview, startImport),
  handle(contract.employeeImportTemplate, (call, input) => sendTemplate(call, input)),
  handle(contract.employeeExport, async (call, input) => {
    assertMayExport(call, input.full);
    const where = await selected(
      call.db,
      call.caller,
      input.ids ? { ids: input.ids } : { filter: input.filter ?? { below: true, deleted: false } },
    );
    call.caller.note({ count: await countSelected(call.db, where), full: input.full, format: input.format });
    return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, exportJob, input) }));
  }),
];
