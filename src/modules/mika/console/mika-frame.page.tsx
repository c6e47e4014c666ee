import type { ReactElement } from 'react';
import { Sparkline } from '#kit/console/chart/sparkline.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { PageHeader } from '#kit/console/page/page-header.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { NestedTabs } from '#kit/console/roles/nested-tabs.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { mikaFrame } from '../common/permissions.ts';
import { historyStatistics } from '../common/session.contract.ts';
import './mika.css';

/** Mika: how it is doing, and below its scenes, sessions and history. */
export default function MikaFramePage(): ReactElement {
  const t = useT('mika');
  return (
    <>
      <PageHeader title={useCodeName(mikaFrame.code)} help={t('frame.help')} />
      <Strip />
      <NestedTabs page={mikaFrame.code.replaceAll('_', '-')} />
    </>
  );
}

const percentText = (value: number | null): string => (value === null ? '—' : `${value} %`);

/** Today's figures, each with its thirty days. */
function Strip(): ReactElement | null {
  const t = useT('mika');
  const { data } = useRead(historyStatistics, { days: 30 });
  if (!data) return null;
  const { today, days } = data;
  const share = (part: number, whole: number): number => (whole === 0 ? 0 : (100 * part) / whole);
  const figures = [
    { key: 'hitRate', text: percentText(today.hitRate), values: days.map(({ hits, questions }) => share(hits, questions)) },
    { key: 'helped', text: percentText(today.helped), values: days.map(({ helped, notHelped }) => share(helped, helped + notHelped)) },
    { key: 'handedOver', text: String(today.handedOver), values: days.map(({ handedOver }) => handedOver) },
    { key: 'missed', text: String(today.missed), values: days.map(({ missed }) => missed) },
  ] as const;
  return (
    <dl className="mika-strip" aria-label={t('strip.title')}>
      {figures.map(({ key, text, values }) => (
        <div key={key}>
          <dt>{t(`strip.${key}`)}</dt>
          <dd>
            <strong>{text}</strong>
            <Sparkline values={values} label={`${t(`strip.${key}`)}, ${t('strip.days')}`} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
