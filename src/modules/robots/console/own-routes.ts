import { pageRoute, type PageRoute } from '#kit/console/routes/page-route.ts';
import { companyRobotService, robotService, type RobotFrame } from '../common/permissions.ts';

const name = (code: string): string => code.replaceAll('_', '-');

/** The pages of roles, settings and assistants in one of the two frames. */
function pagesOf({ frame, persional, persionalDetail, roleAuth, commonSetting }: RobotFrame): PageRoute[] {
  const parent = name(frame.code);
  return [
    pageRoute(persional, { parent, load: () => import('./assistant/persional.page.tsx') }),
    pageRoute(persionalDetail, { parent, load: () => import('./assistant/persional-detail.page.tsx') }),
    pageRoute(roleAuth, { parent, load: () => import('./role/role-auth.page.tsx') }),
    pageRoute(commonSetting, { parent, load: () => import('./setting/common-setting.page.tsx') }),
  ];
}

/** Both frames with the pages of roles, settings and assistants. */
export const ownRoutes: readonly PageRoute[] = [
  pageRoute(robotService.frame, {
    defaultChild: name(robotService.persional.code),
    load: () => import('./frame/site-frame.page.tsx'),
  }),
  ...pagesOf(robotService),
  pageRoute(companyRobotService.frame, {
    defaultChild: name(companyRobotService.company.code),
    load: () => import('./frame/company-frame.page.tsx'),
  }),
  ...pagesOf(companyRobotService),
];
