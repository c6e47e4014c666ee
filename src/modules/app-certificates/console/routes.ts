import { pageRoute, type ConsoleModule } from '#kit/console/routes/page-route.ts';
import { certificationPage } from '../common/permissions.ts';

/** Certificates and profiles on which apps live, in the console. */
export const appCertificatesConsole: ConsoleModule = {
  name: 'app-certificates',
  resources: [certificationPage],
  routes: [pageRoute(certificationPage, { parent: 'mam-app-management-info-config', load: () => import('./certification.page.tsx') })],
  catalogs: {
    zh_CN: async () => (await import('../locales/zh_CN.ts')).zh_CN,
    en_US: async () => (await import('../locales/en_US.ts')).en_US,
    ja_JP: async () => (await import('../locales/ja_JP.ts')).ja_JP,
  },
};
