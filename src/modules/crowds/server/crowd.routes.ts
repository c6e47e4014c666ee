import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { pick } from '#kit/common/language.ts';
import { containing } from '#kit/server/read-page.ts';
import { Refusal, wrongState } from '#kit/server/refusal.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import * as contract from '../common/crowd.contract.ts';
import * as people from '../common/crowd-people.contract.ts';
import { crowdLimits } from '../common/crowd-conditions.ts';
import { allCrowdFields } from './crowd.extras.ts';
import { sourceChoices } from './source-choices.ts';
import { opsOf } from './crowd-fields.ts';
import { explainCrowd } from './crowd.explain.ts';
import { crowdExportJob, recomputeJob, releaseJob } from './crowd.jobs.ts';
import { eventsOf, membersOf } from './crowd.members.ts';
import { previewCrowd } from './crowd.preview.ts';
import { findCrowd, getCrowd, listCrowds, kindsOfUse, usesOf } from './crowd.query.ts';
import { addCrowd, deleteCrowds, pauseCrowds, updateCrowd } from './crowd.service.ts';

/** Operations on crowds. */
export const crowdRoutes: readonly BoundRoute[] = [
  handle(contract.crowdList, (call, input) => listCrowds(call, input)),
  handle(contract.crowdGet, (call, { id }) => getCrowd(call, id)),
  handle(contract.crowdUsedBy, (call, { id }) => usesOf(call, id)),
  handle(people.crowdHistory, (call, input) => eventsOf(call, input)),
  handle(contract.crowdCatalogue, async (call) => catalogueOf(call)),
  handle(contract.crowdPreview, (call, input) => previewCrowd(call, input)),
  handle(people.crowdMembers, (call, input) => membersOf(call, input)),
  handle(people.crowdExplain, (call, input) => explainCrowd(call, input)),
  handle(contract.crowdAdd, (call, input) => call.write((tx) => addCrowd(call, tx, input))),
  handle(contract.crowdUpdate, (call, input) => call.write((tx) => updateCrowd(call, tx, input))),
  handle(contract.crowdDelete, (call, input) => call.write(async (tx) => ({ count: await deleteCrowds(call, tx, input) }))),
  handle(contract.crowdPause, (call, input) => call.write(async (tx) => ({ count: await pauseCrowds(call, tx, input, true) }))),
  handle(contract.crowdResume, (call, input) => call.write(async (tx) => ({ count: await pauseCrowds(call, tx, input, false) }))),
  handle(contract.crowdRecompute, async (call, { id }) => {
    const { held, paused } = await findCrowd(call, id);
    // The members of a paused one stay as they are.
    if (paused) throw wrongState('paused');
    if (held) throw new Refusal(12065, { n: held.joiners + held.leavers }, held);
    return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, recomputeJob, { id }) }));
  }),
  handle(contract.crowdRelease, async (call, { id, reason }) => {
    const crowd = await findCrowd(call, id);
    // Nothing waits there to be let through: what comes next has to pass the brake.
    if (!crowd.held || crowd.paused) throw wrongState(crowd.paused ? 'paused' : crowd.state);
    call.caller.touch({ kind: 'crowd', id, name: pick(crowd.name, call.caller.language), path: crowd.owner_path });
    call.caller.note({ reason });
    return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, releaseJob, { id }) }));
  }),
  handle(people.crowdExport, async (call, input) => {
    await findCrowd(call, input.crowdId);
    return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, crowdExportJob, input) }));
  }),
  handle(people.pickCrowds, (call, input) => pickableCrowds(call, input)),
];

async function catalogueOf({ db, services, caller }: Call): Promise<Reply<typeof contract.crowdCatalogue>> {
  const word = (key: string): string => services.texts.text(caller.language, 'user-centre', key);
  const stored = { source: await sourceChoices(db, caller.scope()) };
  return {
    fields: allCrowdFields().map(([field, { title, type, options, stored: kept }]) => ({
      field,
      title: title[caller.language],
      type,
      ops: [...opsOf[type]],
      options: kept
        ? stored[kept]
        : (options?.values ?? []).map((value) => ({
            value,
            label: options?.labels?.[value]?.[caller.language] ?? word(`employee.${options?.words}.${value}`),
          })),
    })),
    uses: kindsOfUse({ services, caller }),
    limits: {
      depth: crowdLimits.depth,
      leaves: crowdLimits.leaves,
      values: crowdLimits.values,
      named: crowdLimits.named,
      nesting: crowdLimits.nesting,
    },
  };
}

const mostChoices = 20;

/** Crowds in range by name or code, the largest first; or these, in any order. */
async function pickableCrowds(
  { db, caller, services }: Call,
  { text, ids }: Parsed<typeof people.pickCrowds>,
): Promise<Reply<typeof people.pickCrowds>> {
  const where: RawBuilder<boolean>[] = [services.directory.departmentInRange(caller.scope(), 'crowd.owner_dept_id')];
  if (ids) where.push(sql`crowd.id = any(${ids}::uuid[])`);
  else if (text) {
    const found = containing(text);
    where.push(
      sql`(exists (select from jsonb_each_text(crowd.name) as named where named.value ilike ${found}) or crowd.code ilike ${found})`,
    );
  }
  const { rows } = await sql<{ id: string; name: Record<string, string>; member_count: number; owner_dept_id: string }>`
    select crowd.id, crowd.name, standing.member_count, crowd.owner_dept_id from crowd join crowd_standing standing on standing.crowd_id = crowd.id
    where ${sql.join(where, sql` and `)} order by standing.member_count desc, crowd.id limit ${ids ? ids.length : mostChoices}`.execute(db);
  const owners = await services.directory.departments(
    db,
    rows.map((row) => row.owner_dept_id),
    caller.language,
  );
  return {
    list: rows.map(({ id, name, member_count: memberCount, owner_dept_id: owner }) => ({
      id,
      name: pick(name, caller.language),
      memberCount,
      ownerDeptName: owners.get(owner)?.name ?? '',
    })),
  };
}
