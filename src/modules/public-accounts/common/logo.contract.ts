import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudRow } from '#kit/common/crud/crud-types.ts';
import { audience, bool, file, place, refers, text } from '#kit/common/crud/fields.ts';
import { count, id } from '#kit/common/schema.ts';
import { logoPage, logoRolePage } from './permissions.ts';

/** Sides in which a picture is kept, in pixels. */
export const logoSides = [256, 1024] as const;

/** A logo of an account; exactly one of an account is the standard one. */
export const logo = crudContract({
  module: 'public-accounts',
  kind: 'snoLogo',
  path: 'mpm/sno/logo',
  title: { zh_CN: '头像', en_US: 'Logo', ja_JP: 'ロゴ' },
  page: { code: logoPage.code, button: logoPage.button },
  scope: 'inside',
  fields: {
    name: text(40).sorted(),
    snoId: refers('sno').immutable().filtered(),
    fileId: file('snoLogo'),
    darkFileId: file('snoLogo').nullable(),
    standard: bool().default(false).readOnly(),
  },
  without: ['get', 'enable', 'disable'],
  more: {
    row: {
      /** 256 pixels, as a data address. */
      light: z.string(),
      dark: z.string().nullable(),
      /** People who see it now, among the fans. */
      people: z.int(),
    },
  },
  operations: { add: { errors: [15054] }, update: { errors: [15054] }, delete: { errors: [15003] } },
});
/** A logo in a list. */
export type LogoRow = CrudRow<typeof logo>;

/** Makes a logo the standard one. */
export const logoSetDefault = endpoint({
  method: 'POST',
  path: 'mpm/sno/logo/setDefault',
  access: { code: logoPage.button.setDefault },
  scope: 'department',
  audit: 'snoLogo.setDefault',
  dryRun: true,
  input: z.strictObject({ id: id() }),
  reply: count(),
  summary: 'Makes a logo the standard one of its account in the place of the present one',
});

/** Who sees another logo than the standard one: the first row that names somebody decides. */
export const logoRole = crudContract({
  module: 'public-accounts',
  kind: 'snoLogoRole',
  path: 'mpm/sno/logoRole',
  title: { zh_CN: '头像规则', en_US: 'Logo rule', ja_JP: 'ロゴの規則' },
  page: { code: logoRolePage.code, button: logoRolePage.button },
  scope: 'inside',
  fields: {
    name: text(40),
    /** That of the logo. */
    snoId: refers('sno').immutable().readOnly().filtered(),
    logoId: refers('snoLogo').filtered(),
    members: audience(1000),
    priority: place('snoId'),
  },
  also: ['reorder'],
  without: ['get', 'enable', 'disable'],
});
/** A rule in a list. */
export type LogoRoleRow = CrudRow<typeof logoRole>;

/** Which logo somebody sees, and why. */
export const logoRoleExplain = endpoint({
  method: 'GET',
  path: 'mpm/sno/logoRole/explain',
  access: { code: logoRolePage.code },
  scope: 'employee',
  input: z.object({ snoId: id(), empId: id() }),
  reply: z.object({
    name: z.string(),
    logoId: z.string().nullable(),
    logoName: z.string(),
    light: z.string().nullable(),
    /** The rules in their order; `match` of the first that names the person, all after it were not asked. */
    steps: z.array(z.object({ name: z.string(), result: z.enum(['match', 'no', 'notAsked']) })),
  }),
  summary: 'Which logo of an account somebody sees, with the rules in their order',
});
