import { callOfJob } from '#kit/server/jobs/of-job.ts';
import type { JobContext, JobKind } from '#kit/server/services.ts';
import { keepSheet, moment, type MadeSheet } from '#kit/server/files/keep-sheet.ts';
import type { Cell } from '#platform/sheets/cell.ts';
import type { Parsed } from '#kit/common/contract.ts';
import { pick } from '#kit/common/language.ts';
import type { crowdExport } from '../common/crowd-people.contract.ts';
import { dynamicGroup as page } from '../common/crowd.permissions.ts';
import { computeCrowd } from './compute.ts';
import { findCrowd } from './crowd.query.ts';
import { membersOf } from './crowd.members.ts';

interface Payload {
  id: string;
}

interface Counts {
  joiners: number;
  leavers: number;
  held: boolean;
}

const computing = (kind: string, code: string, confirmed: boolean): JobKind<Payload, Counts> => ({
  kind,
  title: { namespace: 'user-centre', key: `job.${kind}` },
  code,
  exclusive: ({ id }) => `crowd ${id}`,
  run: async (context, { id }) => {
    const found = await findCrowd(callOfJob(context), id);
    const done = await context.services.database.db
      .transaction()
      .execute((tx) => computeCrowd(tx, context.services, found, { cause: confirmed ? 'release' : 'rule', confirmed }));
    return { joiners: done?.joiners ?? 0, leavers: done?.leavers ?? 0, held: done?.held ?? found.state === 'held' };
  },
});

/** Computes the members of a crowd again, under the brake. */
export const recomputeJob = computing('crowd.recompute', page.button.recompute, false);
/** Computes a held crowd again and lets the change through. */
export const releaseJob = computing('crowd.release', page.button.release, true);

/** Writes the members in range to a file. */
export const crowdExportJob: JobKind<Parsed<typeof crowdExport>, MadeSheet> = {
  kind: 'crowd.export',
  title: { namespace: 'user-centre', key: 'job.crowd.export' },
  code: page.button.export,
  run: async (context, { crowdId, format }) => {
    const { services, caller } = context;
    const found = await findCrowd(callOfJob(context), crowdId);
    const word = (key: string): string => services.texts.text(caller.language, 'user-centre', key);
    return keepSheet(context, {
      title: pick(found.name, caller.language)
        .replaceAll(/[\\/:*?"<>|[\]]/g, ' ')
        .slice(0, 31),
      header: ['name', 'account', 'departmentName', 'since', 'by'].map((column) => word(`crowdMember.field.${column}`)),
      rows: cellsOf(context, crowdId, word),
      format,
      total: found.member_count,
      query: { crowdId },
    });
  },
};

async function* cellsOf(context: JobContext, crowdId: string, word: (key: string) => string): AsyncGenerator<Cell[]> {
  for (let after: string | undefined; ;) {
    const { list, next } = await membersOf(callOfJob(context), { crowdId, after, pageSize: 1000 });
    for (const row of list) yield [row.name, row.account, row.departmentName, moment(row.since), word(`crowdMember.by.${row.by}`)];
    if (next === null) return;
    after = next;
  }
}
