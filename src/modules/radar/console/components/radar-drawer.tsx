import { ArrowRightOutlined, ExportOutlined } from '@ant-design/icons';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';
import { HistoryTab } from '#kit/console/change/history-tab.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { DetailDrawer } from '#kit/console/page/detail-drawer.tsx';
import { Facts, type Fact } from '#kit/console/page/facts.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { timeText } from '#kit/console/table/formats.ts';
import { radarGet, type RadarDetail } from '../../common/radar.contract.ts';
import { radarItem } from '../subjects.ts';
import { DueText, StateTag } from './item-texts.tsx';

interface RadarDrawerProps {
  id: string;
  actions: (row: RadarDetail) => ReactNode;
  onClose: () => void;
}

/** One thing that ends: what stops working then, where it is repaired, and its history. */
export function RadarDrawer({ id, actions, onClose }: RadarDrawerProps): ReactElement {
  const t = useT('radar');
  const read = useRead(radarGet, { id });
  return (
    <DetailDrawer<RadarDetail>
      subject={radarItem}
      read={read}
      title={(row) => row.name}
      actions={actions}
      onClose={onClose}
      tabs={(row) => [
        { key: 'facts', label: t('page.details'), children: <ItemFacts row={row} /> },
        { key: 'history', label: t('history.title'), children: <HistoryTab subject={radarItem} kind="radarItem" objectId={row.id} /> },
      ]}
    />
  );
}

const facts: readonly Fact<RadarDetail>[] = [
  { name: 'state', show: (row) => <StateTag state={row.state} snoozed={row.snoozedUntil !== null} /> },
  { name: 'dueAt', show: (row) => <DueText row={row} /> },
  { name: 'title' },
  { name: 'moduleName' },
  { name: 'since', as: 'time' },
  { name: 'owner', always: true },
  { name: 'deptName' },
  { name: 'remindDays', show: (row) => row.remindDays.join(' · ') },
  { name: 'lastNoticeAt', as: 'time', always: true },
  { name: 'origin', as: 'enum' },
];

function ItemFacts({ row }: { row: RadarDetail }): ReactElement {
  const t = useT('radar');
  const [language] = useLanguage();
  return (
    <>
      <section className="wr-impact" data-state={row.state}>
        <h3>{t(row.measure === 'age' ? 'impact.age' : 'impact')}</h3>
        <p>{row.impact}</p>
        <p>{row.nextStep}</p>
        {row.link !== null && <Repair link={row.link} />}
      </section>
      {row.snoozedUntil !== null && (
        <p className="wr-soft">{t('snoozed', { time: timeText(row.snoozedUntil, language), reason: row.reason ?? '' })}</p>
      )}
      <Facts row={row} facts={row.reminds ? facts : facts.filter(({ name }) => name !== 'remindDays')} />
      <Facts
        row={Object.fromEntries(row.facts.map(({ name, value }) => [name, value]))}
        facts={row.facts.map(({ name, label }) => ({ name, label }))}
      />
      <p className="wr-soft">{row.quiet ? t('quiet') : row.toldBy !== null && t('told', { title: row.toldBy })}</p>
    </>
  );
}

/** The page where it is repaired, or the address that was entered. */
function Repair({ link }: { link: string }): ReactElement {
  const t = useT('radar');
  return link.startsWith('/') ? (
    <Link to={link}>
      {t('repair')} <ArrowRightOutlined aria-hidden="true" />
    </Link>
  ) : (
    <a href={link} target="_blank" rel="noopener noreferrer">
      {t('repair.outside')} <ExportOutlined aria-hidden="true" />
    </a>
  );
}
