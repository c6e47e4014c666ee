import { handle, type BoundRoute } from '#kit/server/handle.ts';
import * as person from '../common/notice-person.contract.ts';
import * as rule from '../common/rule.contract.ts';
import * as silence from '../common/silence.contract.ts';
import * as contract from '../common/warning.contract.ts';
import { listHistory, listNotices } from './history.query.ts';
import { addPerson, getPerson, listPersons, removePersons, setStatus, updatePerson, verifyPerson } from './notice-person.service.ts';
import { replayRule } from './replay.ts';
import { addRule, getRule, listRules, removeRules, updateRule } from './rule.service.ts';
import { addSilence, endSilence, listSilences } from './silence.service.ts';
import { testPerson } from './test-person.ts';
import { countWarnings, getWarning, listWarnings } from './warning.query.ts';
import { acknowledge, assign, resolve } from './warning.service.ts';

/** Operations on warnings, their rules, notice persons and silences. */
export const warningRoutes: readonly BoundRoute[] = [
  handle(contract.warningList, listWarnings),
  handle(contract.warningGet, (call, { id }) => getWarning(call, id)),
  handle(contract.warningCount, countWarnings),
  handle(contract.warningHistory, listHistory),
  handle(contract.warningNotices, listNotices),
  handle(contract.warningAck, (call, input) => call.write(async (tx) => ({ count: await acknowledge(tx, call, input) }))),
  handle(contract.warningAssign, (call, input) => call.write(async (tx) => ({ count: await assign(tx, call, input) }))),
  handle(contract.warningResolve, (call, input) => call.write(async (tx) => ({ count: await resolve(tx, call, input) }))),
  handle(rule.ruleList, listRules),
  handle(rule.ruleGet, (call, { id }) => getRule(call, call.db, id)),
  handle(rule.ruleAdd, (call, input) => call.write((tx) => addRule(tx, call, input))),
  handle(rule.ruleUpdate, (call, input) =>
    call.write(async (tx) => {
      await updateRule(tx, call, input);
      return getRule(call, tx, input.id);
    }),
  ),
  handle(rule.ruleRemove, (call, { ids }) => call.write(async (tx) => ({ count: await removeRules(tx, call, ids) }))),
  handle(rule.ruleReplay, replayRule),
  handle(person.noticePersonList, listPersons),
  handle(person.noticePersonGet, (call, { id }) => getPerson(call, call.db, id)),
  handle(person.noticePersonAdd, (call, input) => call.write((tx) => addPerson(tx, call, input))),
  handle(person.noticePersonUpdate, (call, input) =>
    call.write(async (tx) => {
      await updatePerson(tx, call, input);
      return getPerson(call, tx, input.id);
    }),
  ),
  handle(person.noticePersonStatus, (call, input) => call.write(async (tx) => ({ count: await setStatus(tx, call, input) }))),
  handle(person.noticePersonRemove, (call, { ids }) => call.write(async (tx) => ({ count: await removePersons(tx, call, ids) }))),
  handle(person.noticePersonTest, testPerson),
  handle(person.noticePersonVerify, verifyPerson),
  handle(silence.silenceList, listSilences),
  handle(silence.silenceAdd, (call, input) => call.write((tx) => addSilence(tx, call, input))),
  handle(silence.silenceEnd, (call, { id }) => call.write((tx) => endSilence(tx, call, id))),
];
