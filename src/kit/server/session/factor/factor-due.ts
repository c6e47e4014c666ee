import { isIP } from 'node:net';
import type { z } from 'zod';
import type { factorStep } from '#kit/common/session/session.contract.ts';
import { factorKinds, type FactorKind } from '#kit/common/session/sign-in-policy.ts';
import type { Db } from '../../directory.ts';
import type { Call } from '../../handle.ts';
import '../../access/access.table.ts';
import { membersAmong } from '../belonging.ts';
import { localWay } from '../sign-in-ways.ts';
import { isTrusted } from './trusted-browser.ts';

/** Name of the host by which the browser came: a passkey belongs to it. */
export function hostOf({ services, request }: Pick<Call, 'services' | 'request'>): string {
  return services.settings.publicUrl ? new URL(services.settings.publicUrl).hostname : request.hostname.replace(/:\d+$/, '');
}

/** Kinds that may be set up and used here: passkeys belong to names, not to addresses. */
export async function kindsHere(call: Pick<Call, 'services' | 'request'>): Promise<FactorKind[]> {
  const { kinds } = (await call.services.policy.now()).factor;
  const named = isIP(hostOf(call).replace(/^\[|\]$/g, '')) === 0;
  return factorKinds.filter((kind) => kinds.includes(kind) && (kind !== 'passkey' || named));
}

/** Kinds that somebody has set up. */
async function kindsOf(db: Db, uid: string): Promise<FactorKind[]> {
  const rows = await db.selectFrom('factor').select('kind').distinct().where('uid', '=', uid).execute();
  return factorKinds.filter((kind) => rows.some((row) => row.kind === kind));
}

/** Whether a second factor is asked of somebody: by one of these roles, or by where they belong. */
export async function isRequired(
  { services }: Pick<Call, 'services'>,
  { uid, roles }: { uid: string; roles: readonly string[] },
): Promise<boolean> {
  const { requiredRoleIds, requiredDepartmentIds: departmentIds, requiredCrowdIds: crowdIds } = (await services.policy.now()).factor;
  if (requiredRoleIds.some((id) => roles.includes(id))) return true;
  const { db } = services.database;
  if ((await membersAmong(db, services.directory, [uid], { departmentIds, crowdIds })).size > 0) return true;
  if (roles.length === 0) return false;
  const asking = await db
    .selectFrom('role')
    .select('id')
    .where('id', 'in', [...roles])
    .where('needs_factor', '=', true)
    .executeTakeFirst();
  return asking !== undefined;
}

interface Wanting {
  uid: string;
  /** Ids of the roles held now. */
  roles: readonly string[];
  /** A rule asks for it, also in a trusted browser. */
  demanded: boolean;
}

/** What is to be done about the second factor before somebody comes in; null where nothing is. */
export async function factorStepOf(
  call: Pick<Call, 'db' | 'services' | 'request'>,
  { uid, roles, demanded }: Wanting,
): Promise<z.output<typeof factorStep> | null> {
  const { db, services } = call;
  const own = await kindsOf(db, uid);
  const { trustedDays } = (await services.policy.now()).factor;
  const days = demanded ? 0 : trustedDays;
  if (own.length > 0) {
    if (!demanded && (await isTrusted(call, uid))) return null;
    return { due: 'confirm', kinds: own, trustedDays: days };
  }
  if (!demanded && !(await isRequired(call, { uid, roles }))) return null;
  return { due: 'enrol', kinds: await kindsHere(call), trustedDays: days };
}

/** How somebody confirms a dangerous action: who came by another system's word may have no password here. */
export async function confirmingKinds(db: Db, uid: string, way: string): Promise<('password' | FactorKind)[]> {
  const own = way === localWay ? [] : await kindsOf(db, uid);
  return own.length > 0 ? own : ['password'];
}
