import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import { feedbackPage, feedbackPages } from '../common/permissions.ts';

/** Feedback about apps in the console. */
export const appFeedbackConsole: ConsoleModule = {
  name: 'app-feedback',
  resources: feedbackPages,
  routes: [pageRoute(feedbackPage, { parent: 'mam-app-management-info', load: () => import('./feedback.page.tsx') })],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
