import path from 'node:path';
import { homeOverview, homeSetup } from '#kit/common/home/home.contract.ts';
import { daysUntil } from '#kit/common/home/home-days.ts';
import { handle } from '#kit/server/handle.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { changeApproval } from '#modules/approvals/common/permissions.ts';
import { waitingDays } from '#modules/approvals/server/public.ts';
import { consoleLogin } from '#modules/logs/common/permissions.ts';
import { changeDays, signInDays } from '#modules/logs/server/public.ts';
import { userManagement } from '#modules/people/common/permissions.ts';
import { warningPage } from '#modules/warnings/common/permissions.ts';
import { warningDays } from '#modules/warnings/server/public.ts';
import { administered, peopleDays } from './people-figures.ts';
import { routeOf } from './route-of.ts';
import { setupOf } from './setup.ts';

/** What the home page shows of all modules: each is asked by its public part, in the range that the reader has there. */
export const homeModule: ServerModule = {
  name: 'home',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: [],
  // Its texts are the kit's: the home page belongs to the frame.
  catalogs: { zh_CN: {}, en_US: {}, ja_JP: {} },
  routes: [
    handle(homeOverview, async ({ db, caller, services }, { offset }) => {
      const days = daysUntil(services.now(), offset);
      const [people, signIns, warnings, waiting, changes, scope] = await Promise.all([
        peopleDays(services, db, caller, days),
        signInDays(db, caller, days),
        warningDays(services, db, caller, days),
        waitingDays(services, db, caller, days),
        changeDays(db, caller, days),
        administered(services, db, caller),
      ]);
      return {
        days,
        people: people && { ...people, to: routeOf(userManagement) },
        signIns: signIns && { today: signIns.ok.at(-1) ?? 0, days: signIns.ok, failed: signIns.failed, to: routeOf(consoleLogin) },
        warnings: warnings && { ...warnings, to: routeOf(warningPage) },
        waiting: waiting && { ...waiting, to: routeOf(changeApproval) },
        changes,
        scope,
      };
    }),
    handle(homeSetup, (call) => setupOf(call)),
  ],
};
