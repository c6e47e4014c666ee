import { handle, type BoundRoute } from '#kit/server/handle.ts';
import * as answer from '../../../common/item/answer.contract.ts';
import * as difference from '../../../common/item/difference.contract.ts';
import * as item from '../../../common/item/item.contract.ts';
import * as manager from '../../../common/item/manager.contract.ts';
import { cancelAnswers, closeAnswers, getAnswer, listAnswers, retryAnswers } from './answers.ts';
import { applyDifference, getDifference, listDifferences, startComparison } from './differences.ts';
import { finishItems, assertReach, readForm, remindItems, transferItems, withdrawItems } from './item-writes.ts';
import { getItem, itemFigures, listItems, listSystems } from './items.ts';
import { itemBatchJob, itemExportJob } from './jobs.ts';
import { assignManagers, listManagers, removeManagers } from './managers.ts';

/** What the console does with to-dos, answers, comparisons and managers. */
export const itemRoutes: readonly BoundRoute[] = [
  handle(item.itemList, listItems),
  handle(item.itemGet, getItem),
  handle(item.itemForm, readForm),
  handle(item.itemStatistics, (call) => itemFigures(call)),
  handle(item.itemSystems, (call) => listSystems(call)),
  handle(item.itemRemind, remindItems),
  handle(item.itemTransfer, transferItems),
  handle(item.itemWithdraw, withdrawItems),
  handle(item.itemFinish, finishItems),
  handle(item.itemBatchUpdate, async (call, input) => {
    const { caller, services, db } = call;
    caller.scope();
    if (input.ids) await assertReach(db, call, 'todo_item', { ids: input.ids, right: 'item' });
    return call.write(async (tx) => ({ jobId: await services.jobs.start(tx, caller, itemBatchJob, input) }));
  }),
  handle(item.itemExport, async (call, input) => {
    const { caller, services, db } = call;
    caller.scope();
    if (input.ids) await assertReach(db, call, 'todo_item', { ids: input.ids, right: 'any' });
    return call.write(async (tx) => ({ jobId: await services.jobs.start(tx, caller, itemExportJob, input) }));
  }),
  handle(answer.answerList, listAnswers),
  handle(answer.answerGet, getAnswer),
  handle(answer.answerRetry, retryAnswers),
  handle(answer.answerCancel, cancelAnswers),
  handle(answer.answerClose, closeAnswers),
  handle(difference.differenceList, listDifferences),
  handle(difference.differenceGet, getDifference),
  handle(difference.compareSystem, startComparison),
  handle(difference.differenceApply, applyDifference),
  handle(manager.managerList, listManagers),
  handle(manager.managerAssign, assignManagers),
  handle(manager.managerRemove, removeManagers),
];
