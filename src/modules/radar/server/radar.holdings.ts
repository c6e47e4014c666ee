import { sql } from 'kysely';
import { fieldHolding, successorOf } from '#kit/server/field-holding.ts';
import type { HoldingKind } from '#kit/server/holdings.ts';
import { radarKind } from './radar.kind.ts';

/** What of the radar somebody looks after. */
export const radarHoldings: readonly HoldingKind[] = [
  fieldHolding({
    kind: 'radarItem',
    title: { zh_CN: '负责的到期事项', en_US: 'Renewals looked after', ja_JP: '担当している期限' },
    order: 'handOver',
    choices: ['remove', 'handOver'],
    of: radarKind,
    held: (uids) => sql`select owner_id as uid, id, name from radar_item where owner_id = any(${uids}::uuid[])`,
    change: (request) => ({ ownerId: successorOf(request) }),
  }),
];
