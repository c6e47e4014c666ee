import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { id, time } from '#kit/common/schema.ts';
import { robotService } from '../permissions.ts';
import { quietWindow, robotSettingNames, robotValues, type RobotSettingName } from './values.ts';

const { persional, company, roleAuth, commonSetting } = robotService;
const whose = { companyDeptId: id().nullable().optional() };

type Shape = typeof robotValues.shape;
const own = Object.fromEntries(robotSettingNames.map((name) => [name, robotValues.shape[name].nullable()])) as {
  [N in RobotSettingName]: z.ZodNullable<Shape[N]>;
};
const change = Object.fromEntries(robotSettingNames.map((name) => [name, robotValues.shape[name].nullable().optional()])) as {
  [N in RobotSettingName]: z.ZodOptional<z.ZodNullable<Shape[N]>>;
};

/** Where a value comes from: the site, or a company. */
const origin = z.object({ companyDeptId: z.string().nullable(), name: z.string() });

const view = z.object({
  /** Null: the company has none of its own yet. */
  id: z.string().nullable(),
  version: z.int(),
  companyDeptId: z.string().nullable(),
  updatedAt: time().nullable(),
  ...own,
  /** What holds, and where each value comes from. */
  effective: robotValues.extend({ quietHours: z.array(quietWindow) }),
  /** What holds above: what a company may narrow. */
  above: robotValues.extend({ quietHours: z.array(quietWindow) }),
  origins: z.record(z.enum(robotSettingNames), origin),
});

/** Reads what is set for robots, on the site or for one company. */
export const robotSettingGet = endpoint({
  method: 'GET',
  path: 'robot/setting/get',
  access: { code: commonSetting.code },
  scope: 'department',
  input: z.object(whose),
  reply: view,
  summary: 'Settings of robots: those of the site, or those of a company with what holds there and where each value comes from',
});

/** Changes what is set for robots. */
export const robotSettingUpdate = endpoint({
  method: 'POST',
  path: 'robot/setting/update',
  access: { code: commonSetting.button.save },
  scope: 'department',
  audit: 'robotSetting.update',
  dryRun: true,
  input: z.strictObject({ ...whose, version: z.int().min(0), ...change }),
  reply: view,
  summary:
    'Changes settings of robots, of the site or of a company; a company only narrows what stands above, null takes its own value away',
});

/** What values would touch that are not saved yet. */
export const robotSettingTest = endpoint({
  method: 'POST',
  path: 'robot/setting/test',
  reads: true,
  access: { code: commonSetting.button.test },
  scope: 'department',
  input: z.strictObject({ ...whose, ...change }),
  reply: z.object({
    robots: z.int(),
    /** People who own more robots than they may. */
    owners: z.int(),
    /** Groups with more robots than they may have. */
    groups: z.int(),
    /** Robots that call a host which is not allowed. */
    hosts: z.int(),
    /** Robots whose keys are older than they should be. */
    keys: z.int(),
  }),
  summary: 'How many robots, owners and groups in range would not keep to these settings',
});

/** Companies of the second frame. */
export const robotCompanies = endpoint({
  method: 'GET',
  path: 'robot/setting/companies',
  access: { anyOf: [company.code, persional.code, roleAuth.code, commonSetting.code] },
  scope: 'department',
  input: z.object({}),
  reply: z.object({ list: z.array(z.object({ id: z.string(), name: z.string(), fullName: z.string() })) }),
  summary: 'The companies in range, from the top',
});
