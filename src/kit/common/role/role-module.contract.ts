import { z } from 'zod';
import { endpoint } from '../contract.ts';
import { id, pageOf, version } from '../schema.ts';
import { choosing, type accessOf, type HoldingCodes } from './role-codes.ts';
import type { HoldingOptions } from './role-lists.ts';
import { holdingContract, roleSentences } from './role.contract.ts';
import { roleDetail, roleRow } from './role.schema.ts';

interface RoleModuleFacts<X extends z.ZodRawShape> extends HoldingOptions {
  readonly codes: HoldingCodes;
  /** What stands in lists and details beside the fields of every role: what it gives. */
  readonly gives: X;
  /** Who lists and finds; whoever may open a tab of a role unless said. */
  readonly access?: ReturnType<typeof accessOf>;
  /** Sentences about the list and about one role. */
  readonly list?: string;
  readonly one?: string;
}

/** The operations on roles that hold people and give something of a module. */
export function roleModuleContract<const A extends string, const X extends z.ZodRawShape>(
  area: A,
  { codes, gives, access = choosing(codes), list = roleSentences.list, one = roleSentences.find, ...options }: RoleModuleFacts<X>,
) {
  const holding = holdingContract(area, codes, options);
  // `builtIn`: the role that everybody holds, or everybody who holds no other.
  const extra = { ...gives, builtIn: z.boolean() };
  return Object.freeze({
    ...holding,
    list: endpoint({
      method: 'POST',
      path: `role/${area}/list`,
      reads: true,
      access,
      scope: 'role',
      input: holding.list.input,
      reply: pageOf(roleRow.extend(extra)),
      summary: list,
    }),
    find: endpoint({
      method: 'GET',
      path: `role/${area}/find`,
      access,
      scope: 'role',
      input: holding.find.input,
      reply: roleDetail.extend(extra),
      summary: one,
    }),
  });
}

/** Functions of a module by groups, and those of them that are risky: a new role does not give these. */
export interface FunctionWords<F extends string, K extends string = string> {
  /** All of them, in their order. */
  readonly functions: readonly F[];
  readonly groups: Readonly<Record<K, readonly F[]>>;
  readonly risky: readonly F[];
}

interface FunctionFacts<F extends string, K extends string, I extends z.ZodRawShape, R extends z.ZodRawShape, C extends z.ZodRawShape> {
  /** Every function, and the groups in which they are shown. */
  readonly words: FunctionWords<F, K>;
  /** Codes of the tab and of its button. */
  readonly codes: { readonly read: string; readonly save: string };
  readonly audit: string;
  /** What is entered beside role and version: `{ functions: functionList(functions, most) }`. */
  readonly input: I;
  readonly summaries: { readonly read: string; readonly save: string };
  /** Further fields of the answer, and of a function in the catalogue. */
  readonly also?: { readonly reply?: R; readonly function?: C };
}

/** Functions as they are entered: each once, in order. */
export const functionList = <const F extends string>(functions: readonly F[], most: number) =>
  z
    .array(z.enum(functions as readonly [F, ...F[]]))
    .max(most)
    .transform((all) => [...new Set(all)].toSorted());

type Nothing = Record<never, z.ZodType>;

/** What holders of a role may do: the functions that it gives among those that there are. */
export function roleFunctionsContract<
  const F extends string,
  const K extends string,
  const I extends z.ZodRawShape,
  const R extends z.ZodRawShape = Nothing,
  const C extends z.ZodRawShape = Nothing,
>(area: string, { words: { functions, groups }, codes, audit, input, summaries, also = {} }: FunctionFacts<F, K, I, R, C>) {
  const name = z.enum(functions as readonly [F, ...F[]]);
  const group = z.enum(Object.keys(groups) as [K, ...K[]]);
  return Object.freeze({
    resources: endpoint({
      method: 'GET',
      path: `role/${area}/resources`,
      access: { code: codes.read },
      scope: 'role',
      input: z.object({ roleId: id() }),
      reply: z.object({
        roleId: z.string(),
        version: version(),
        functions: z.array(name),
        ...(also.reply ?? ({} as R)),
        catalogue: z.array(
          z.object({
            group,
            code: name,
            name: z.string(),
            meaning: z.string(),
            risk: z.boolean(),
            ...(also.function ?? ({} as C)),
          }),
        ),
      }),
      summary: summaries.read,
    }),
    save: endpoint({
      method: 'POST',
      path: `role/${area}/saveResources`,
      access: { code: codes.save },
      scope: 'role',
      audit,
      dryRun: true,
      input: z.strictObject({
        roleId: id(),
        version: version(),
        ...input,
      }),
      reply: z.object({ version: version() }),
      summary: summaries.save,
    }),
  });
}
