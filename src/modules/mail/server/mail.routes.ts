import { handle, type BoundRoute } from '#kit/server/handle.ts';
import * as config from '../common/mail-config.contract.ts';
import * as outbox from '../common/mail-outbox.contract.ts';
import * as template from '../common/mail-template.contract.ts';
import { getConfig } from './mail-config.query.ts';
import { updateConfig } from './mail-config.service.ts';
import { testMailNow } from './mail-test.ts';
import { getTemplate, listTemplates, previewTemplate, resetTemplates, saveTemplate } from './mail-template.service.ts';
import { outboxExportJob } from './outbox.export.job.ts';
import { getOutbox, listOutbox, listSuppressed } from './outbox.query.ts';
import { cancelMails, retryMails, suppress, switchSending, unsuppress } from './outbox.service.ts';
import { sendingStateOf } from './sending-state.ts';

/** Operations on the mail of the console. */
export const mailRoutes: readonly BoundRoute[] = [
  handle(config.mailGet, (call) => getConfig(call.db, call.services.secrets)),
  handle(config.mailUpdate, (call, input) =>
    call.write(async (tx) => {
      await updateConfig(tx, call.caller, call.services.secrets, input);
      return getConfig(tx, call.services.secrets);
    }),
  ),
  handle(config.mailTest, (call, input) => testMailNow(call, input)),
  handle(template.mailTemplateList, (call, input) => listTemplates(call, input)),
  handle(template.mailTemplateGet, (call, input) => getTemplate(call, input.id)),
  handle(template.mailTemplateSave, (call, input) =>
    call.write(async (tx) => {
      await saveTemplate(tx, call, input);
      return getTemplate({ ...call, db: tx }, input.id);
    }),
  ),
  handle(template.mailTemplateReset, (call, { ids }) => call.write(async (tx) => ({ count: await resetTemplates(tx, call.caller, ids) }))),
  handle(template.mailTemplatePreview, (call, input) => previewTemplate(call, input)),
  handle(outbox.outboxList, (call, input) => listOutbox(call, input)),
  handle(outbox.outboxGet, (call, input) => getOutbox(call, input.id)),
  handle(outbox.outboxRetry, (call, { ids }) => call.write(async (tx) => ({ count: await retryMails(tx, call, ids) }))),
  handle(outbox.outboxCancel, (call, { ids }) => call.write(async (tx) => ({ count: await cancelMails(tx, call, ids) }))),
  handle(outbox.suppressionList, (call, input) => listSuppressed(call, input)),
  handle(outbox.outboxSuppress, (call, input) => call.write(async (tx) => ({ id: await suppress(tx, call.caller, input) }))),
  handle(outbox.outboxUnsuppress, (call, { ids }) => call.write(async (tx) => ({ count: await unsuppress(tx, call.caller, ids) }))),
  handle(outbox.outboxExport, (call, input) =>
    call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, outboxExportJob, input) })),
  ),
  handle(outbox.mailState, (call) => sendingStateOf(call)),
  handle(outbox.outboxPause, (call) =>
    call.write(async (tx) => {
      await switchSending(tx, call, true);
      return sendingStateOf({ ...call, db: tx });
    }),
  ),
  handle(outbox.outboxResume, (call) =>
    call.write(async (tx) => {
      await switchSending(tx, call, false);
      return sendingStateOf({ ...call, db: tx });
    }),
  ),
];
