import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Endpoint, Parsed } from '#kit/common/contract.ts';
import type { MemberFilesContract } from '#kit/common/role/member-files.contract.ts';
import type { FunctionWords } from '#kit/common/role/role-module.contract.ts';
import type { HoldingContract } from '#kit/common/role/role.contract.ts';
import type { RoleDetail, RoleRow } from '#kit/common/role/role.schema.ts';
import { changeObjects } from '../change/change-objects.ts';
import type { Fields } from '../change/kind.ts';
import type { Tx } from '../directory.ts';
import { handle, type BoundRoute, type Call } from '../handle.ts';
import type { JobKind } from '../services.ts';
import { memberFiles } from '../access/member-files.ts';
import type { ReviewedArea } from '../access/reviewed-area.ts';
import type { RoleGifts } from './role-gifts.ts';
import { findRole, listRoles, roleData } from '../access/role.query.ts';
import { holdingRoutes } from '../access/role.routes.ts';
import { peopleInRange, type RoleCall } from '../access/role.view.ts';

type ListInput = HoldingContract['list']['input'];
type Built = { builtIn: boolean };

/** The operations on roles that give something of a module (`roleModuleContract`). */
interface ModuleLists<R extends RoleRow & Built, D extends RoleDetail & Built> {
  readonly list: Endpoint<ListInput, z.ZodType<{ list: R[]; total: number; pages: number }>>;
  readonly find: Endpoint<HoldingContract['find']['input'], z.ZodType<D>>;
}

interface RoleModuleDraft<R, G> {
  readonly gifts: RoleGifts<G>;
  /** What stands beside a role's own fields; a role without a row gives nothing. */
  readonly view: (gift: G | undefined, call: RoleCall) => Shown<R> | Promise<Shown<R>>;
  /** Order of the list; by name unless said. */
  readonly order?: RawBuilder<unknown>;
  /** Members that are read from and written to files. */
  readonly files?: readonly MemberFilesContract[];
  /** Routes of the module's own, further ones and some that take the place of the usual. */
  readonly own?: readonly BoundRoute[];
  readonly jobs?: readonly JobKind<never, unknown>[];
}

type Shown<R> = Omit<R, keyof RoleRow | 'builtIn'>;

/** Roles that give something of a module: their routes and jobs, and how they are read. */
export interface RoleModule<R, D> {
  readonly routes: readonly BoundRoute[];
  readonly jobs: readonly JobKind<never, unknown>[];
  list(call: RoleCall, input: Parsed<HoldingContract['list']>): Promise<{ list: R[]; total: number; pages: number }>;
  find(call: RoleCall, roleId: string): Promise<D>;
}

const keyOf = ({ operation: { method, path } }: BoundRoute): string => `${method} ${path}`;

/** Routes with further ones of a module's own, some of which take the place of those before. */
export function routesWith(usual: readonly BoundRoute[], own: readonly BoundRoute[]): BoundRoute[] {
  const replaced = new Set(own.map(keyOf));
  return [...usual.filter((route) => !replaced.has(keyOf(route))), ...own];
}

/** Binds the operations on roles that give something of a module. */
export function roleModule<R extends RoleRow & Built, D extends RoleDetail & Built, G>(
  contract: HoldingContract & ModuleLists<R, D>,
  { gifts, view, order, files = [], own = [], jobs = [] }: RoleModuleDraft<NoInfer<R>, G>,
): RoleModule<R, D> {
  const { area, kind } = gifts;
  const lists: ModuleLists<R, D> = contract;
  const shown = async <O extends RoleRow>(call: RoleCall, roles: readonly O[]): Promise<(O & Shown<R> & Built)[]> => {
    const ids = roles.map(({ id }) => id);
    const given = await gifts.giftsOf(call.db, ids);
    const found = [];
    for (const role of roles)
      found.push({ ...role, ...(await builtIn(call, gifts, role)), ...(await view(given.get(role.id), call)) } as O & Shown<R> & Built);
    return found;
  };
  const list: RoleModule<R, D>['list'] = async (call, input) => {
    const page = await listRoles(call, area, input, order && { where: sql<boolean>`true`, order });
    return { ...page, list: (await shown(call, page.list)) as RoleRow[] as R[] };
  };
  const find: RoleModule<R, D>['find'] = async (call, roleId) =>
    (await shown(call, [await findRole(call, area, roleId)]))[0] as RoleDetail as D;
  const members = files.map((one) => memberFiles(one, kind));
  const usual = [...holdingRoutes(contract, kind), ...members.flatMap(({ routes }) => routes)];
  const given = [handle(lists.list, (call, input) => list(call, input)), handle(lists.find, (call, { roleId }) => find(call, roleId))];
  return {
    routes: routesWith(routesWith(usual, given), own),
    jobs: [...members.flatMap((one) => one.jobs), ...jobs],
    list,
    find,
  };
}

/** What is said of the role that everybody holds: its name in the reader's language, and everybody whom they see. */
async function builtIn(
  call: RoleCall,
  { everyone }: Pick<RoleGifts<unknown>, 'everyone'>,
  { id }: { id: string },
): Promise<Built & { name?: string; people?: number }> {
  if (id !== everyone?.id) return { builtIn: false };
  const members = [{ kind: 'department' as const, id: everyone.department, until: null }];
  return { builtIn: true, name: everyoneName(call), people: await peopleInRange(call, members) };
}

/** The name of a role that everybody holds, in the reader's language. */
export const everyoneName = ({ caller, services }: Pick<RoleCall, 'caller' | 'services'>): string =>
  services.texts.text(caller.language, 'kit', 'role.everyone');

/** Sets what a role gives; answers its new version. */
export function saveGift(
  call: Call,
  { kind }: Pick<RoleGifts<unknown>, 'kind'>,
  { roleId, version, gift }: { roleId: string; version: number; gift: Fields },
  after?: (tx: Tx) => Promise<void>,
): Promise<{ version: number }> {
  return call.write(async (tx) => {
    const [state] = await changeObjects(tx, call.caller, kind, [{ id: roleId, version, fields: gift }]);
    await after?.(tx);
    return { version: state!.version };
  });
}

/** The functions that a role gives, and those that there are, named by the module's `function.<code>` and `function.<code>.means`. */
export async function functionsOf<F extends string, K extends string, G extends { functions: readonly F[] }>(
  call: RoleCall,
  gifts: RoleGifts<G>,
  { groups, risky }: FunctionWords<F, K>,
  roleId: string,
) {
  const role = await roleData(call, gifts.area, roleId);
  const gift = (await gifts.giftsOf(call.db, [role.id])).get(role.id);
  const word = wordOf(call, gifts.module);
  const sections = Object.entries<readonly F[]>(groups) as [K, readonly F[]][];
  return {
    gift,
    shown: {
      roleId: role.id,
      version: role.version,
      functions: [...(gift?.functions ?? [])],
      catalogue: sections.flatMap(([group, codes]) =>
        codes.map((code) => ({
          group,
          code,
          name: word(`function.${code}`),
          meaning: word(`function.${code}.means`),
          risk: risky.includes(code),
        })),
      ),
    },
  };
}

const wordOf =
  ({ caller, services }: RoleCall, namespace: string) =>
  (key: string): string =>
    services.texts.text(caller.language, namespace, key);

/** Roles in the review of rights: the functions that they give. `range`: about whom, in words. */
export function functionReview<F extends string, G extends { functions: readonly F[] }>(
  gifts: RoleGifts<G>,
  { risky }: FunctionWords<F>,
  range?: (call: RoleCall, gift: G) => Promise<string>,
): ReviewedArea {
  return {
    area: gifts.area,
    given: async (call, roleIds) => {
      const word = wordOf(call, gifts.module);
      const rows = [...(await gifts.giftsOf(call.db, roleIds))].map(async ([id, gift]) => {
        const gives = gift.functions.map((code) => ({ code, name: word(`function.${code}`), dangerous: risky.includes(code) }));
        return [id, { range: (await range?.(call, gift)) ?? '', gives }] as const;
      });
      return new Map(await Promise.all(rows));
    },
  };
}
