import { ArrowLeftOutlined } from '@ant-design/icons';
import { Button, Segmented, Tag } from 'antd';
import type { ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { Reading } from '#kit/console/page/detail-drawer.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import type { previewPerson } from '../../common/insight.contract.ts';
import type { PersonAnswer } from '../../common/terminal.contract.ts';
import { functionGroups, type ContactFunction, type Place } from '../../common/words.ts';

/** Places in which one person stands alone. */
const alone: readonly Place[] = ['card', 'chat'];

/** Functions that a card offers. */
const onCard: readonly ContactFunction[] = [...functionGroups.person, ...functionGroups.reach, ...functionGroups.number];

interface SeenCardProps {
  read: Reading<Reply<typeof previewPerson>>;
  place: Place;
  onPlace: (place: Place) => void;
  onBack: () => void;
}

/** Card of a person, or the head of a chat with them, as the viewer reads it. */
export function SeenCard({ read, place, onPlace, onBack }: SeenCardProps): ReactElement {
  const t = useT('contacts');
  const { data, error } = read;
  return (
    <>
      <div className="see-card-head">
        <Button type="text" icon={<ArrowLeftOutlined aria-hidden="true" />} onClick={onBack}>
          {t('see.back')}
        </Button>
        <Segmented<Place>
          aria-label={t('contactField.field.places')}
          value={place}
          options={alone.map((value) => ({ value, label: t(`contactField.places.${value}`) }))}
          onChange={onPlace}
        />
      </div>
      {error && <ErrorState error={error} retry={() => void read.refetch()} />}
      {!data && !error && <WaitingForm lines={5} />}
      {data && (data.person ? <Card person={data.person} /> : <p className="see-nobody">{t('see.nobody')}</p>)}
    </>
  );
}

function Card({ person }: { person: PersonAnswer }): ReactElement {
  const t = useT('contacts');
  const { name, avatar, enabled, departments, fields, functions, proxy } = person;
  // What is about the directory as a whole is not drawn on a card.
  const offered = functions.filter((one) => onCard.includes(one));
  const shown = fields.filter(({ key }) => key !== 'name' && key !== 'departments');
  return (
    <article className="see-card" data-off={!enabled}>
      {avatar !== null && <img className="see-picture" src={avatar} alt="" />}
      <h3>{name}</h3>
      <p className="contacts-soft">{departments.map((one) => one.name).join(' · ')}</p>
      <dl>
        {shown.map(({ key, label, value, masked, reveal }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>
              {value} {masked && <Tag>{reveal ? t('contactField.revealed') : t('see.masked')}</Tag>}
            </dd>
          </div>
        ))}
      </dl>
      {proxy && <p>{t('see.proxy', { name: proxy.name })}</p>}
      <p className="see-functions">
        {offered.length === 0 && <span className="contacts-soft">{t('see.noFunctions')}</span>}
        {offered.map((one) => (
          <Tag key={one}>{t(`function.${one}`)}</Tag>
        ))}
      </p>
    </article>
  );
}
