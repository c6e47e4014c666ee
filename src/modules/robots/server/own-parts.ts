import type { ModulePart } from '#kit/server/crud/module-parts.ts';
import { inTurn } from '#kit/server/per-product.ts';
import type { Services } from '#kit/server/services.ts';
import { sendStepsOf } from '#modules/messaging/server/public.ts';
import { ownWords } from './own-words.ts';
import { assistantRoutes } from './assistant/assistant.routes.ts';
import { assistants } from './assistant/assistants.ts';
import { assistantStep } from './assistant/answers.ts';
import { deliverDigests, deliverReminders, forgetAnswered } from './assistant/due.ts';
import { mrmGifts } from './role/role.kind.ts';
import { mrmRoles } from './role/role.routes.ts';
import { forgetRuns, runDue } from './schedule/due.ts';
import { scheduleRoutes } from './schedule/schedule.routes.ts';
import { schedules } from './schedule/schedules.ts';
import { settingDepartmentUses } from './setting/department-uses.ts';
import { robotSettingKind } from './setting/setting.kind.ts';
import { robotSettingRoutes } from './setting/setting.routes.ts';

/** Roles, settings, assistants and schedules: what they give to the module. */
export const ownParts: readonly ModulePart[] = [
  assistants,
  schedules,
  {
    routes: [...mrmRoles.routes, ...robotSettingRoutes, ...assistantRoutes, ...scheduleRoutes],
    kinds: [mrmGifts.kind, robotSettingKind],
    words: [ownWords],
    jobs: mrmRoles.jobs,
    departmentUses: settingDepartmentUses,
  },
];

/** What assistants hear of. */
export async function startOwn(services: Services): Promise<void> {
  sendStepsOf(services).add(assistantStep);
}

/** What assistants do by the clock. */
export const tickOwn = inTurn(runDue, deliverReminders, deliverDigests, forgetAnswered, forgetRuns);
