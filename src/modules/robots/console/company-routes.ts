import { pageRoute, type PageRoute } from '#kit/console/routes/page-route.ts';
import { robotFrames, type RobotFrame } from '../common/permissions.ts';

const name = (code: string): string => code.replaceAll('_', '-');

const pagesOf = ({ frame, company, companyDetail }: RobotFrame): PageRoute[] => [
  pageRoute(company, { parent: name(frame.code), load: () => import('./company/company.page.tsx') }),
  pageRoute(companyDetail, { parent: name(frame.code), load: () => import('./company/company-detail.page.tsx') }),
];

/** The pages of company robots in both frames. */
export const companyRoutes: readonly PageRoute[] = robotFrames.flatMap(pagesOf);
