import { handle, type BoundRoute } from '#kit/server/handle.ts';
import * as token from '../../common/scim-token.contract.ts';
import { employeeSources } from '../../common/source-ties.contract.ts';
import { sourceEventList } from '../../common/source-run.contract.ts';
import * as tries from '../../common/source-try.contract.ts';
import * as contract from '../../common/source.contract.ts';
import { tiesOf } from '../employee-ties.ts';
import { alarmPeopleOf } from './alarm.ts';
import { getSource, listEvents, listSources } from './source.query.ts';
import { deleteSources } from './delete-source.ts';
import { addSource, saveAlarmPeople, switchSources, updateSource } from './source.service.ts';
import { addToken, deleteToken, listTokens } from './tokens.ts';
import { sampleSource, suggestMapping, testSource } from './try-source.ts';
import { uploadFile } from './upload.ts';

/** Operations on sources of people. */
export const sourceRoutes: readonly BoundRoute[] = [
  handle(contract.sourceList, (call, input) => listSources(call, input)),
  handle(contract.sourceGet, (call, { id }) => getSource(call, id)),
  handle(contract.sourceAdd, (call, input) => call.write((tx) => addSource(call, tx, input))),
  handle(contract.sourceUpdate, (call, input) =>
    call.write(async (tx) => {
      await updateSource(call, tx, input);
      return getSource({ ...call, db: tx }, input.id);
    }),
  ),
  handle(contract.sourceEnable, (call, input) => call.write(async (tx) => ({ count: await switchSources(call, tx, input, true) }))),
  handle(contract.sourceDisable, (call, input) => call.write(async (tx) => ({ count: await switchSources(call, tx, input, false) }))),
  handle(contract.sourceDelete, (call, input) => call.write((tx) => deleteSources(call, tx, input))),
  handle(contract.sourceAlarmList, (call, { id }) => alarmPeopleOf(call, id)),
  handle(contract.sourceAlarmSave, (call, input) => call.write(async (tx) => ({ count: await saveAlarmPeople(call, tx, input) }))),
  handle(tries.sourceTest, (call, input) => testSource(call, input)),
  handle(tries.sourceSample, (call, input) => sampleSource(call, input)),
  handle(tries.sourceMappingSuggest, (call, input) => suggestMapping(call, input)),
  handle(tries.sourceUpload, (call, input) => uploadFile(call, input)),
  handle(token.scimTokenList, (call, input) => listTokens(call, input)),
  handle(token.scimTokenAdd, (call, input) => call.write((tx) => addToken(call, tx, input))),
  handle(token.scimTokenDelete, (call, input) => call.write(async (tx) => ({ count: await deleteToken(call, tx, input) }))),
  handle(employeeSources, (call, input) => tiesOf(call, input.id)),
  handle(sourceEventList, (call, input) => listEvents(call, input)),
];
