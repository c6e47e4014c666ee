import { sql } from 'kysely';
import type { PeopleGroups } from '#kit/common/session/sign-in-policy.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Operation, OperationIssue } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { Refusal, wrongState } from '#kit/server/refusal.ts';
import { localWay } from '#kit/server/session/sign-in-ways.ts';
import { clock } from '#platform/clock.ts';
import { configIssues } from '../config-issues.ts';
import { rollingBack } from '../guard.ts';
import { issueOf, unknownGroups } from '../people-groups.ts';
import { testedAsIs } from '../setting-tests.ts';
import './auth-setting.table.ts';

const weekMillis = 7 * 86_400_000;

/**
 * The rules of every change, also of an undone one: a setting is opened only as it was tested (11020), one proven way for a super
 * administrator stays (11022), `local` stays, and what is enabled is not deleted.
 */
export async function checkSettings(tx: Tx, caller: Caller, operations: readonly Operation[]): Promise<Map<number, OperationIssue[]>> {
  const issues = new Map<number, OperationIssue[]>();
  if (rollingBack(caller)) return issues;
  const opened: string[] = [];
  const closed: string[] = [];
  const narrowed: string[] = [];
  for (const [index, operation] of operations.entries()) {
    const { after, before, id, action } = operation;
    const people = after?.['people'] as Partial<PeopleGroups> | null | undefined;
    const found = [...(await configIssues(after?.['config'])), ...(people ? await peopleIssues(tx, people) : [])];
    if (found.length > 0) issues.set(index, found);
    if (action === 'delete') {
      if (before?.['kind'] === localWay) throw wrongState(localWay);
      if (before?.['enabled'] === true) throw wrongState('enabled');
    } else if (after?.['enabled'] === true) opened.push(id);
    else if (before?.['enabled'] === true && after?.['enabled'] === false) closed.push(id);
    // A way that is for some people only may be for no super administrator, and one for terminals opens no console.
    else if (people || after?.['audience'] === 'terminals') narrowed.push(id);
  }
  await assertTested(tx, opened);
  const enabled =
    narrowed.length === 0
      ? []
      : await tx.selectFrom('auth_setting').select('id').where('id', 'in', narrowed).where('enabled', '=', true).execute();
  const gone = [...closed, ...enabled.map(({ id }) => id)];
  if (gone.length > 0) await assertWayStays(tx, gone);
  return issues;
}

/** Groups that are there, and at least one: for nobody a way is disabled. */
async function peopleIssues(tx: Tx, people: Partial<PeopleGroups>): Promise<OperationIssue[]> {
  if (Object.values(people).every((ids) => ids.length === 0)) return [{ path: 'people', namespace: 'sign-in', key: 'issue.nobody' }];
  return (await unknownGroups(tx, people)).map((name) => ({ ...issueOf(name), path: `people.${name}` }));
}

/** A setting comes back from the recycle bin as it was, so one that was enabled would have to be tested too. */
async function assertTested(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const settings = await tx.selectFrom('auth_setting').selectAll().where('id', 'in', ids).where('kind', '<>', localWay).execute();
  for (const setting of settings) if (!(await testedAsIs(tx, setting, clock.now()))) throw new Refusal(11020);
}

/** A way counts as proven when it is for everybody and a super administrator came in by it within the last week; `local` counts always. */
async function assertWayStays(tx: Tx, closed: readonly string[]): Promise<void> {
  const { rows } = await sql`select from auth_setting s
    where s.enabled and s.audience <> 'terminals' and s.people is null and s.id <> all(${[...closed]}::uuid[])
      and (s.kind = ${localWay} or exists (select from auth_setting_use u
        where u.way = s.code and u.super_admin and u.last_at > ${clock.now() - weekMillis}))
    limit 1`.execute(tx);
  if (rows.length === 0) throw new Refusal(11022);
}
