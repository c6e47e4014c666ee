import path from 'node:path';
import { moduleParts } from '#kit/server/crud/module-parts.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { feedbackPages } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { feedbackWords } from './audit-words.ts';
import { feedbackClientRoutes } from './client.routes.ts';
import { feedbackEpoch, feedbackChanges } from './feedback-changes.ts';
import { feedbackMail } from './notice-mail.ts';
import { feedbackPart, feedbackRoutes } from './feedback.routes.ts';

/** What people write about apps, and what they are answered. */
export const appFeedbackModule: ServerModule = {
  name: 'app-feedback',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: feedbackPages,
  demo: async () => (await import('./demo/feedback-demo.ts')).feedbackDemo,
  clientRoutes: feedbackClientRoutes,
  clientEpoch: feedbackEpoch,
  clientPart: feedbackChanges,
  mailTemplates: [feedbackMail],
  catalogs: { zh_CN, en_US, ja_JP },
  ...moduleParts(feedbackPart, { routes: feedbackRoutes, words: [feedbackWords] }),
};
