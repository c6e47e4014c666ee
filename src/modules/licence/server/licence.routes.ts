import { handle, type BoundRoute } from '#kit/server/handle.ts';
import { licencePersons, setLicencePersons } from '#modules/warnings/server/public.ts';
import * as contract from '../common/licence.contract.ts';
import { assertSiteWide, historyOf, overviewOf } from './licence.query.ts';
import { installLicence, planOf, notifyNodes } from './licence.service.ts';
import { sendRequest } from './request-file.ts';
import { usageExportJob } from './usage.export.job.ts';
import { gaugesOf } from './usage.ts';

/** Operations on the licence. */
export const licenceRoutes: readonly BoundRoute[] = [
  handle(contract.licenceGet, (call) => overviewOf(call, call.db)),
  handle(contract.licenceUsage, async (call) => {
    assertSiteWide(call.caller);
    return { list: await gaugesOf(call.services, call.db) };
  }),
  handle(contract.licenceHistory, (call, input) => historyOf(call, input)),
  handle(contract.licencePreview, (call, { fileId }) => planOf(call, fileId)),
  handle(contract.licenceUpdate, async (call, { fileId }) => {
    await call.write((tx) => installLicence(tx, call, fileId));
    await notifyNodes(call.services);
    return overviewOf(call, call.db);
  }),
  handle(contract.licencePersonsGet, async (call) => {
    assertSiteWide(call.caller);
    return { list: await licencePersons(call.db) };
  }),
  handle(contract.licencePersonsSet, async (call, { ids }) => {
    assertSiteWide(call.caller);
    return { count: await call.write((tx) => setLicencePersons(tx, call.caller, ids)) };
  }),
  handle(contract.licenceExport, (call, input) => {
    assertSiteWide(call.caller);
    return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, usageExportJob, input) }));
  }),
  handle(contract.licenceRequest, (call) => sendRequest(call)),
];
