import { Button } from 'antd';
import type { ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import type { Reading } from '#kit/console/page/detail-drawer.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { numberText, timeText } from '#kit/console/table/formats.ts';
import { radarStates, type radarTimeline } from '../../common/radar.contract.ts';
import { useDaysText } from './item-texts.tsx';
import type { RadarList } from './filters.tsx';
import { TimeLine } from './time-line.tsx';

type Timeline = Reply<typeof radarTimeline>;

interface OverviewProps {
  read: Reading<Timeline>;
  list: RadarList;
  onOpen: (id: string) => void;
}

/** How everything stands, and the time line; a click narrows the list below. */
export function Overview({ read, list, onOpen }: OverviewProps): ReactElement {
  const t = useT('radar');
  const [language] = useLanguage();
  const days = useDaysText();
  const { data, error } = read;
  if (!data) return error ? <ErrorState error={error} retry={() => void read.refetch()} /> : <WaitingForm lines={3} />;
  return (
    <section className="wr-overview" aria-label={t('line')}>
      <Tiles data={data} list={list} />
      <TimeLine marks={data.marks} list={list} />
      <p className="wr-next">
        {data.next.length === 0 && <span>{t('line.none')}</span>}
        {data.next.length > 0 && <span>{t('line.next')}</span>}
        {data.next.map((item) => (
          <Button key={item.id} type="link" size="small" onClick={() => onOpen(item.id)}>
            {item.name} · {item.title} · {days(item.dueAt)}
          </Button>
        ))}
        {data.checkedAt !== null && <small>{t('checkedAt', { time: timeText(data.checkedAt, language) })}</small>}
      </p>
    </section>
  );
}

function Tiles({ data, list }: { data: Timeline; list: RadarList }): ReactElement {
  const t = useT('radar');
  const [language] = useLanguage();
  const { state, snoozed, noOwner } = list.state.filters;
  const only = Array.isArray(state) && state.length === 1 ? String(state[0]) : undefined;
  const tiles = [
    ...radarStates.map((one) => ({
      key: one,
      count: data.states[one],
      label: t(`radarItem.state.${one}`),
      chosen: only === one,
      filters: { state: only === one ? undefined : [one] },
    })),
    {
      key: 'snoozed',
      count: data.snoozed,
      label: t('tiles.snoozed'),
      chosen: snoozed === true,
      filters: { snoozed: snoozed === true ? undefined : true },
    },
    {
      key: 'noOwner',
      count: data.noOwner,
      label: t('tiles.noOwner'),
      chosen: noOwner === true,
      filters: { noOwner: noOwner === true ? undefined : true },
    },
  ];
  return (
    <div className="wr-tiles" role="group" aria-label={t('tiles')}>
      {tiles.map(({ key, count, label, chosen, filters }) => (
        <button
          key={key}
          type="button"
          className="wr-tile"
          data-state={key}
          data-empty={count === 0}
          aria-pressed={chosen}
          onClick={() => list.move({ filters })}
        >
          <strong>{numberText(count, language)}</strong>
          <span>{label}</span>
        </button>
      ))}
    </div>
  );
}
