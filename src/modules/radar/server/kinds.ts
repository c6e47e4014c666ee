import { pick, type Language } from '#kit/common/language.ts';
import type { KnownRadarKind } from '#kit/server/radar-kind.ts';
import type { Services } from '#kit/server/services.ts';
import { local } from '#kit/server/warning/warning-kind.ts';
import { radarPage } from '../common/permissions.ts';
import { handKind } from '../common/radar.contract.ts';

/** What is added by hand, as if a module declared it. */
const byHand: KnownRadarKind = {
  kind: handKind,
  module: 'radar',
  objectKind: 'radarItem',
  title: local('手工事项', 'Added manually', '手動で追加'),
  measure: 'end',
  impact: local('未填写', 'Nothing is written down', '記載がありません'),
  nextStep: local('续期后填写新的日期', 'Renew it and enter the new date', '更新後に新しい日付を登録する'),
  code: radarPage.code,
  link: ({ objectId }) => `${radarPage.route}?id=${objectId}`,
  list: () => Promise.resolve([]),
};

/** Every kind on the radar, what is added by hand among them. */
export const kindsOf = ({ radarKinds }: Pick<Services, 'radarKinds'>): readonly KnownRadarKind[] => [byHand, ...radarKinds];

/** A kind by its name, undefined when this version has none. */
export const kindNamed = (services: Pick<Services, 'radarKinds'>, name: string): KnownRadarKind | undefined =>
  kindsOf(services).find(({ kind }) => kind === name);

/** Kinds whose title holds a text. */
export const kindsWith = (services: Pick<Services, 'radarKinds'>, text: string, language: Language): string[] =>
  kindsOf(services)
    .filter(({ title }) => pick(title, language).toLowerCase().includes(text.toLowerCase()))
    .map(({ kind }) => kind);
