import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import type { Reply } from '#kit/common/contract.ts';
import * as contract from '../../common/operation-log.contract.ts';
import { logTail } from '../../common/log-tail.contract.ts';
import { operationAround, operationUnmask } from '../../common/unmask.contract.ts';
import { tailLog } from '../log-tail.ts';
import { aroundMoment } from './operation.around.ts';
import { getOperation } from './operation.detail.ts';
import { objectHistory } from './operation.object.ts';
import { countOperations, listOperations } from './operation.query.ts';
import { previewOperation, revertOperation } from './operation.revert.ts';
import { unmaskOperation } from './operation.unmask.ts';
import { noteRead } from '../read.query.ts';
import { kindName, namedObjects } from './operation.view.ts';

/** The operation log. */
export const operationRoutes: readonly BoundRoute[] = [
  handle(contract.operationList, async (call, input) => {
    const reply = await listOperations(call, input);
    await noteRead(call, 'operationLog', input, reply.list.length);
    return reply;
  }),
  handle(contract.operationGet, async (call, input) => {
    const reply = await getOperation(call, input);
    await noteRead(call, 'operationLog', { id: input.id }, 1);
    return reply;
  }),
  handle(contract.operationHistogram, countOperations),
  handle(contract.operationObject, objectHistory),
  handle(contract.operationTerms, async (call) => termsOf(call)),
  handle(operationUnmask, unmaskOperation),
  handle(operationAround, async (call, input) => {
    const reply = await aroundMoment(call, input);
    await noteRead(call, 'operationLog', input, reply.list.length);
    return reply;
  }),
  handle(logTail, tailLog),
  handle(contract.operationRevertPreview, previewOperation),
  handle(contract.operationRevert, revertOperation),
];

function termsOf(call: Call): Reply<typeof contract.operationTerms> {
  const { words, kinds } = call.services;
  const { language } = call.caller;
  const sentences = new Map(words.all.map(({ word, module }) => [word, { code: word, module, name: words.sentence(word, language) }]));
  return {
    modules: words.modules.map((code) => ({ code, name: words.moduleName(code, language) })),
    words: [...sentences.values()],
    kinds: [...kinds.map(({ kind }) => kind), ...namedObjects].map((code) => ({ code, name: kindName(call, code) })),
  };
}
