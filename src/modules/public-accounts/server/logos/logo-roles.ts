import { sql } from 'kysely';
import type { OperationIssue } from '#kit/server/change/kind.ts';
import { decideAudience, membershipOf } from '#kit/server/audience/audience.ts';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import { handle, type BoundRoute } from '#kit/server/handle.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import { directory } from '#modules/people/server/public.ts';
import { logoRole, logoRoleExplain } from '../../common/logo.contract.ts';
import { throughAccountNaming } from '../named-members.ts';
import { assertSees, assertWorks } from '../reach.ts';
import { smallLogos } from './logo-pictures.ts';
import { logoFacts } from './who-sees.ts';

/** Rules of who sees which logo. */
export const logoRoles = crudServer(logoRole, {
  table: 'sno_logo_role',
  directory,
  range: throughAccountNaming('sno_logo_role'),
  check: async (tx, _caller, operations) => {
    const issues = new Map<number, OperationIssue[]>();
    for (const [index, { id, after }] of operations.entries()) {
      if (after === null) continue;
      if (after.logoId === undefined) continue;
      const { rows } = await sql`select from sno_logo l where l.id = ${after.logoId}::uuid
        and l.sno_id = coalesce(${after.snoId ?? null}::uuid, (select r.sno_id from sno_logo_role r where r.id = ${id}::uuid))`.execute(tx);
      if (rows.length === 0) issues.set(index, [{ path: 'logoId', namespace: 'kit', key: 'issue.notThere' }]);
    }
    return issues;
  },
});

/** Rules; a new one belongs to the account of its logo. */
export const logoRoleVerbs: typeof logoRoles.routes = {
  ...logoRoles.routes,
  add: handle(logoRole.add, async (call, input) => {
    const range = call.caller.scope();
    const row = await call.db.selectFrom('sno_logo').select('sno_id').where('id', '=', input.logoId).executeTakeFirst();
    if (!row) throw range.all ? notFound() : outOfRange();
    await assertWorks(call.db, range, row.sno_id, 'manage');
    const draft = { ...input, snoId: row.sno_id };
    return call.write((tx) => logoRoles.add(tx, call, draft));
  }),
};

/** Which logo somebody in the caller's range sees. */
export const logoRoleRoutes: readonly BoundRoute[] = [
  handle(logoRoleExplain, async ({ caller, db }, { snoId, empId }) => {
    const range = caller.scope();
    await assertSees(db, range, snoId);
    const { rows } = await sql`select from employee e where e.id = ${empId}::uuid and ${directory.employeeInRange(range, 'e.id')}`.execute(
      db,
    );
    if (rows.length === 0) throw range.all ? notFound() : outOfRange();
    const [{ rules, logos }, membership] = await Promise.all([logoFacts(db, [snoId]), membershipOf(db, directory, empId)]);
    const at = rules.findIndex((rule) => decideAudience(rule.members, membership).included);
    const shown = logos.find((one) => (at >= 0 ? one.id === rules[at]!.logoId : one.standard));
    const { rows: files } = await sql<{ id: string }>`select file_id as id from sno_logo where id = ${shown?.id ?? null}::uuid`.execute(db);
    const pictures = await smallLogos(
      db,
      files.map(({ id }) => id),
    );
    return {
      name: (await directory.people(db, [empId], caller.language, range)).get(empId)?.name ?? '',
      logoId: shown?.id ?? null,
      logoName: shown?.name ?? '',
      light: pictures.get(files[0]?.id ?? '') ?? null,
      steps: rules.map(({ name }, index) => ({
        name,
        result: index === at ? ('match' as const) : at >= 0 && index > at ? ('notAsked' as const) : ('no' as const),
      })),
    };
  }),
];
