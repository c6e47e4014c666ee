import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { count, id, ids, pageOf, pageQuery, searchText, time } from '#kit/common/schema.ts';
import { accountSettingPage } from './permissions.ts';
import { audienceMembers, audienceModes, type AudienceMember } from './words.ts';

const { button } = accountSettingPage;

/** A row of the audience of an account. */
const audienceRow = z.object({
  id: id(),
  kind: z.enum(audienceMembers),
  memberId: z.string(),
  name: z.string(),
  /** Names of the departments from the top; of a person, where they are. */
  path: z.string(),
  mode: z.enum(audienceModes),
  /** Active people whom the row reaches. */
  people: z.int(),
  since: time(),
  by: z.string(),
});
/** A row of the audience of an account. */
export type AudienceRowView = z.output<typeof audienceRow>;

const paths = { employee: 'user', department: 'dept', crowd: 'group' } as const satisfies Record<AudienceMember, string>;
const titles = { employee: 'people', department: 'departments', crowd: 'dynamic groups' } as const;

/** The operations on the rows of an audience that name one kind of member. */
function audienceOf(kind: AudienceMember) {
  const [path, what] = [`mpm/sub/${paths[kind]}`, titles[kind]];
  const write = { method: 'POST', access: { code: button.audience }, scope: 'department', dryRun: true, errors: [15020] } as const;
  return {
    kind,
    list: endpoint({
      method: 'GET',
      path: `${path}/list`,
      access: { anyOf: [button.audience, button.audienceImport, button.audienceExport] },
      scope: 'department',
      input: pageQuery(['since', 'mode'] as const).extend({
        snoId: id(),
        mode: z.enum(audienceModes).optional(),
        text: searchText().optional(),
      }),
      reply: pageOf(audienceRow),
      summary: `The ${what} in the audience of an account`,
    }),
    add: endpoint({
      ...write,
      path: `${path}/add`,
      audit: 'audience.add',
      input: z.strictObject({ snoId: id(), ids: ids(), mode: z.enum(audienceModes) }),
      reply: count(),
      summary: `Adds ${what} to the audience of an account; who is in it already gets the mode`,
    }),
    update: endpoint({
      ...write,
      path: `${path}/update`,
      audit: 'audience.update',
      input: z.strictObject({ ids: ids(), mode: z.enum(audienceModes) }),
      reply: count(),
      summary: `Changes how ${what} in an audience follow`,
    }),
    delete: endpoint({
      ...write,
      path: `${path}/delete`,
      audit: 'audience.delete',
      input: z.strictObject({ ids: ids() }),
      reply: count(),
      summary: `Takes ${what} out of an audience`,
    }),
    export: endpoint({
      method: 'POST',
      path: `${path}/export`,
      access: { code: button.audienceExport },
      scope: 'department',
      audit: 'audience.export',
      waits: 'again',
      subject: 'snoAudience',
      input: z.strictObject({ snoId: id(), format: z.enum(['xlsx', 'csv']).default('xlsx') }),
      reply: z.object({ jobId: id() }),
      summary: `Writes the ${what} in the audience of an account to a file, as a job`,
    }),
  };
}

/** What is read from a file into a plan, and the empty file to fill in. */
function filesOf(kind: 'employee' | 'department') {
  const [path, what] = [`mpm/sub/${paths[kind]}`, titles[kind]];
  return {
    kind,
    import: endpoint({
      method: 'POST',
      path: `${path}/import`,
      access: { code: button.audienceImport },
      scope: 'department',
      audit: 'audience.import',
      errors: [11080],
      timeout: 60_000,
      input: z.strictObject({ snoId: id(), fileId: id() }),
      reply: z.object({ jobId: id() }),
      summary: `Reads a file of ${what} and modes into a plan for the audience of an account, as a job`,
    }),
    template: endpoint({
      method: 'GET',
      path: `${path}/import/template`,
      access: { code: button.audienceImport },
      scope: 'none',
      answer: 'raw',
      input: z.object({ format: z.enum(['xlsx', 'csv']).default('xlsx') }),
      reply: z.null(),
      summary: `An empty file of ${what} and modes`,
    }),
  };
}

/** People who subscribe, one by one. */
export const audienceUsers = audienceOf('employee');
/** Departments that subscribe, with all below. */
export const audienceDepartments = audienceOf('department');
/** Dynamic groups that subscribe. */
export const audienceCrowds = audienceOf('crowd');
/** All kinds of rows, in the order in which they are shown. */
export const audienceParts = [audienceUsers, audienceDepartments, audienceCrowds] as const;
/** People in files. */
export const userFiles = filesOf('employee');
/** Departments in files. */
export const departmentFiles = filesOf('department');

/** Whether somebody may follow an account, and why. */
export const audienceExplain = endpoint({
  method: 'GET',
  path: 'mpm/sub/user/explain',
  access: { anyOf: [accountSettingPage.code, button.audience] },
  scope: 'employee',
  input: z.object({ snoId: id(), empId: id() }),
  reply: z.object({
    name: z.string(),
    /** Neither left nor disabled. */
    active: z.boolean(),
    accountEnabled: z.boolean(),
    /** Rows that reach the person, the strongest first. */
    rows: z.array(z.object({ kind: z.enum(audienceMembers), name: z.string(), mode: z.enum(audienceModes) })),
    /** The strongest of them; null where no row reaches. */
    mode: z.enum(audienceModes).nullable(),
    /** What is known of the person as a fan. */
    state: z.enum(['none', 'following', 'left', 'blocked']),
    /** Whether the person is a fan now. */
    follows: z.boolean(),
  }),
  summary: 'Whether somebody may follow an account and does, with the rows of the audience that decide',
});
