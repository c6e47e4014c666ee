import { handle, type BoundRoute } from '#kit/server/handle.ts';
import { fanBlock, fanGet, fanList, fanRemark, fanStat, fanUnblock } from '../../common/fan.contract.ts';
import { fanOf } from './fan-get.ts';
import { listFans } from './fan-list.ts';
import { statOf } from './fan-stat.ts';
import { blockFans, remarkFans, unblockFans } from './fan-writes.ts';

/** Fans in the console. */
export const fanRoutes: readonly BoundRoute[] = [
  handle(fanList, listFans),
  handle(fanGet, fanOf),
  handle(fanStat, (call, { snoId }) => statOf(call, snoId)),
  handle(fanBlock, blockFans),
  handle(fanUnblock, unblockFans),
  handle(fanRemark, remarkFans),
];
