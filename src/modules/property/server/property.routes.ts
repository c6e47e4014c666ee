import { findFile } from '#kit/server/files/files.ts';
import { handle, type BoundRoute } from '#kit/server/handle.ts';
import { InvalidInput } from '#kit/server/refusal.ts';
import * as property from '../common/property.contract.ts';
import * as value from '../common/value.contract.ts';
import { propertyExportJob } from './export.job.ts';
import { propertyImportJob } from './import.job.ts';
import { getProperty, listNamespaces, listProperties } from './property.query.ts';
import { addProperty, removeProperties, updateProperty } from './property.service.ts';
import { listValues, resolveFor, valueHistory } from './value.query.ts';
import { clearValues, rollBack, setValue } from './value.service.ts';

/** Operations on properties and their values. */
export const propertyRoutes: readonly BoundRoute[] = [
  handle(property.propertyList, (call, input) => listProperties(call, input)),
  handle(property.propertyGet, (call, input) => getProperty(call, input.id)),
  handle(property.propertyNamespaces, ({ db }) => listNamespaces(db)),
  handle(property.propertyAdd, (call, input) => call.write((tx) => addProperty(tx, call, input))),
  handle(property.propertyUpdate, (call, input) =>
    call.write(async (tx) => {
      await updateProperty(tx, call, input);
      return getProperty({ ...call, db: tx }, input.id);
    }),
  ),
  handle(property.propertyRemove, (call, input) => call.write(async (tx) => ({ count: await removeProperties(tx, call.caller, input) }))),
  handle(value.propertyValues, (call, input) => listValues(call, input)),
  handle(value.propertyHistory, (call, input) => valueHistory(call, input)),
  handle(value.propertyResolve, (call, input) => resolveFor(call, input)),
  handle(value.propertyValueSet, (call, input) => call.write((tx) => setValue(tx, call, input))),
  handle(value.propertyValueClear, (call, input) => call.write(async (tx) => ({ count: await clearValues(tx, call.caller, input) }))),
  handle(value.propertyRollback, (call, input) =>
    call.write(async (tx) => {
      await rollBack(tx, call, input);
      return null;
    }),
  ),
  handle(value.propertyImportPreview, async (call, input) => {
    call.caller.scope();
    const file = await findFile(call.db, call.caller.uid, input.fileId, call.services.now());
    if (!/\.(xlsx|csv)$/i.test(file.name)) throw new InvalidInput([{ path: 'fileId', namespace: 'property', key: 'import.format' }]);
    call.caller.touch({ kind: 'file', id: file.id, name: file.name });
    return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, propertyImportJob, input) }));
  }),
  handle(value.propertyExport, (call, input) => {
    call.caller.scope();
    call.caller.note({ namespace: input.namespace ?? null, reason: input.reason ?? null });
    return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, propertyExportJob, input) }));
  }),
];
