import type { WarningSeverity } from '#kit/common/warning/warning-facts.ts';
import { licenceLimits } from '#kit/common/licence/licence-facts.ts';
import type { Services } from '#kit/server/services.ts';
import { local, type WarningKind } from '#kit/server/warning/warning-kind.ts';
import { licenceManage } from '../common/permissions.ts';
import { dayMillis, restrictedAt, standingOf, type Terms } from './licence-standing.ts';
import { activeLicence, siteOf } from './licence-terms.ts';
import { storeOf } from './licence.query.ts';

const link = (): string => licenceManage.route ?? '/';
const days = local('距限制新增天数', 'Days until nothing can be added', '追加制限までの日数');
const percent = (zh_CN: string, en_US: string, ja_JP: string, value: number) => ({
  label: local(zh_CN, en_US, ja_JP),
  value,
  min: 1,
  max: 100,
});

/** What is said of the licence. */
export const licenceWarnings: readonly WarningKind[] = [
  {
    kind: 'licence.expiry',
    title: local('许可证到期', 'The licence ends', 'ライセンスの期限'),
    sentence: local(
      '许可证“{name}”于 {expiresAt} 到期；{daysLeft} 天后（{restrictedAt}）起不能再新增',
      'The licence “{name}” ends on {expiresAt}; from {restrictedAt}, in {daysLeft} days, nothing can be added',
      'ライセンス「{name}」の期限は {expiresAt}。{daysLeft} 日後の {restrictedAt} から追加できなくなります',
    ),
    severity: 'warning',
    facts: {
      daysLeft: { label: days, as: 'number' },
      expiresAt: { label: local('到期时间', 'Ends', '期限'), as: 'time' },
      restrictedAt: { label: local('限制新增时间', 'Nothing can be added from', '追加制限の開始'), as: 'time' },
    },
    link,
  },
  {
    kind: 'licence.limit',
    title: local('许可数量将满', 'A limit of the licence is near', 'ライセンスの上限が近い'),
    sentence: local(
      '许可证上限“{name}”已用 {used} / {max}（{percent}）',
      '{used} of {max} {name} of the licence are used ({percent})',
      'ライセンスの上限「{name}」は {max} のうち {used}（{percent}）を使用中',
    ),
    severity: 'warning',
    parameters: {
      warningPercent: percent('警告达到（%）', 'Warning from (%)', '注意（%）', 80),
      highPercent: percent('再次警告达到（%）', 'Warning again from (%)', '再度注意（%）', 90),
      errorPercent: percent('错误达到（%）', 'Error from (%)', 'エラー（%）', 100),
    },
    facts: {
      used: { label: local('已用', 'Used', '使用中'), as: 'number' },
      max: { label: local('上限', 'Limit', '上限'), as: 'number' },
      percent: { label: local('比例', 'Share', '割合'), as: 'percent' },
    },
    link,
  },
  {
    kind: 'licence.clock',
    title: local('系统时钟被调回', 'The clock was set back', '時計が戻された'),
    sentence: local(
      '系统时钟被调回：许可证按最近一次的时间 {seenAt} 计算',
      'The clock was set back: the licence counts the latest time seen, {seenAt}',
      '時計が戻されたため、ライセンスは最後に確認した時刻 {seenAt} で判断します',
    ),
    severity: 'error',
    facts: { seenAt: { label: local('计算时间', 'Time that counts', '判断に使う時刻'), as: 'time' } },
    link,
  },
];

/** Looks at how the licence stands and says what is due, or that it is right again. */
export async function watchLicence(services: Services): Promise<void> {
  await watchEnd(services);
  await watchLimits(services);
  const { database, warnings } = services;
  const setBack = storeOf(services).setBack();
  const { installation_id: id } = await siteOf(database.db);
  if (setBack === null) await warnings.clear(database.db, 'licence.clock', id);
  else
    await warnings.raise(database.db, {
      kind: 'licence.clock',
      object: { kind: 'licence', id, name: id },
      facts: { seenAt: setBack },
    });
}

/** 60, 30, 7 and 1 days before the end, in the days of grace, and when nothing can be added any more. */
export function severityOf(terms: Terms, at: number): WarningSeverity | undefined {
  const { state, daysLeft } = standingOf(terms, at);
  if (state === 'restricted' || state === 'grace') return 'critical';
  if (daysLeft === null || daysLeft > 60) return undefined;
  if (daysLeft <= 1) return 'critical';
  if (daysLeft <= 7) return 'error';
  return daysLeft <= 30 ? 'warning' : 'info';
}

async function watchEnd(services: Services): Promise<void> {
  const { database, warnings } = services;
  const store = storeOf(services);
  const terms = store.terms();
  const severity = severityOf(terms, store.time());
  const { installation_id: id } = await siteOf(database.db);
  if (!severity) return warnings.clear(database.db, 'licence.expiry', id);
  const end = restrictedAt(terms);
  const active = await activeLicence(database.db);
  await warnings.raise(database.db, {
    kind: 'licence.expiry',
    object: { kind: 'licence', id, name: active?.license_id ?? id },
    facts: {
      daysLeft: end === null ? 0 : Math.max(0, Math.ceil((end - store.time()) / dayMillis)),
      ...(terms.expiresAt !== null && { expiresAt: terms.expiresAt }),
      ...(end !== null && { restrictedAt: end }),
    },
    severity,
  });
}

async function watchLimits(services: Pick<Services, 'database' | 'texts' | 'warnings'>): Promise<void> {
  const { database, warnings, texts } = services;
  const seats = await database.db.selectFrom('licence_seat').selectAll().where('counted', '=', true).execute();
  const { warningPercent = 80, highPercent = 90, errorPercent = 100 } = await warnings.parameters(database.db, 'licence.limit');
  for (const kind of licenceLimits) {
    const { used: n = 0, most: max = null } = seats.find((seat) => seat.kind === kind) ?? {};
    const share = max === null ? 0 : max === 0 ? 100 : (n / max) * 100;
    // Each step is a warning of its own: who knows of the first is told of the next.
    const steps = { [`${kind}:1`]: warningPercent, [`${kind}:2`]: highPercent, [`${kind}:3`]: errorPercent };
    const [reached] =
      Object.entries(steps)
        .filter(([, from]) => max !== null && share >= from)
        .at(-1) ?? [];
    for (const id of Object.keys(steps))
      if (id !== reached) await warnings.clear(database.db, 'licence.limit', id);
      else
        await warnings.raise(database.db, {
          kind: 'licence.limit',
          object: { kind: 'licence', id, name: texts.inAll('licence', `limit.${kind}`) },
          facts: { used: n, max: max ?? 0, percent: Math.floor(share * 10) / 10 },
          severity: id.endsWith(':3') ? 'error' : 'warning',
        });
  }
}
