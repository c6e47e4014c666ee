import path from 'node:path';
import type { ServerModule } from '#kit/server/module.ts';
import { upkeepEvery } from '#kit/server/per-product.ts';
import type { Services } from '#kit/server/services.ts';
import { certificationPage } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { certificateWords } from './audit-words.ts';
import { certificateKind } from './certificate.kind.ts';
import { certificateRadar } from './certificate.radar.ts';
import { certificateRoutes } from './certificate.routes.ts';
import { expiryRoutes, tellOfEnds } from './expiry.ts';

/** Certificates and profiles on which apps live. */
export const appCertificatesModule: ServerModule = {
  name: 'app-certificates',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: [certificationPage],
  routes: [...certificateRoutes, ...expiryRoutes],
  tick: upkeepEvery<Services>(600_000, tellOfEnds),
  kinds: [certificateKind],
  words: [certificateWords],
  radarKinds: certificateRadar,
  catalogs: { zh_CN, en_US, ja_JP },
};
