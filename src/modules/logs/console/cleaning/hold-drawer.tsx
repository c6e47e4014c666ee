import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { DetailDrawer } from '#kit/console/page/detail-drawer.tsx';
import { Facts, type Fact } from '#kit/console/page/facts.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { numberText } from '#kit/console/table/formats.ts';
import { holdDecide, holdGet, holdList, holdRelease, holdUpdate, type HoldDetail } from '../../common/cleaning/hold.contract.ts';
import { hold } from './cleaning.subjects.ts';
import { HoldForm } from './hold-form.tsx';
import { SecondPerson } from './second-person.tsx';
import { useTimeText } from '../components/use-time-text.ts';
import { atOf } from '../components/at.tsx';

const R = fieldsOf(holdRelease.input);

const facts: readonly Fact<HoldDetail>[] = [
  { name: 'state', as: 'enum' },
  { name: 'reason' },
  { name: 'owner' },
  { name: 'employeeIds', as: 'names' },
  { name: 'objectIds', as: 'names' },
  { name: 'addresses', as: 'names' },
  { name: 'from', show: ({ from }) => atOf(from) },
  { name: 'to', show: ({ to }) => atOf(to) },
  { name: 'until', show: ({ until }) => atOf(until) },
  { name: 'createdAt', show: ({ createdAt }) => atOf(createdAt) },
  { name: 'releasedAt', show: ({ releasedAt }) => atOf(releasedAt) },
];

const touched = [holdList, holdGet];

/** One hold: what it keeps, and what is asked for it. */
export function HoldDrawer({ id, onClose }: { id: string; onClose: () => void }): ReactElement {
  const t = useT('logs');
  const [doing, setDoing] = useState<'edit' | 'release'>();
  const read = useRead(holdGet, { id });
  const edit = useActionName(holdUpdate);
  const release = useActionName(holdRelease);
  const done = (): void => setDoing(undefined);
  const { data } = read;
  const free = data?.state === 'active' && !data.asked;
  return (
    <>
      <DetailDrawer
        subject={hold}
        read={read}
        title={(row) => row.name}
        actions={() => (
          <>
            {free && release.granted && (
              <Button danger onClick={() => setDoing('release')}>
                {t('hold.do.release')}
              </Button>
            )}
            {free && edit.granted && <Button onClick={() => setDoing('edit')}>{t('action.change')}</Button>}
          </>
        )}
        tabs={(row) => [{ key: 'facts', label: row.name, children: <HoldBody row={row} /> }]}
        onClose={onClose}
      />
      {doing === 'edit' && data && <HoldForm row={data} onClose={done} />}
      {doing === 'release' && data && (
        <FormDialog
          endpoint={holdRelease}
          initial={{}}
          input={({ reason }) => ({ id, version: data.version, reason: String(reason ?? '') })}
          invalidates={touched}
          onClose={done}
        >
          <R.reason as="area" />
        </FormDialog>
      )}
    </>
  );
}

function HoldBody({ row }: { row: HoldDetail }): ReactElement {
  const t = useT('logs');
  const [language] = useLanguage();
  const timeText = useTimeText();
  const { asked, id, version } = row;
  const held = row.rows.filter(({ rows }) => rows > 0);
  return (
    <>
      {asked && (
        <SecondPerson
          endpoint={holdDecide}
          own={asked.own}
          name={row.name}
          input={(approve) => ({ id, version, approve })}
          invalidates={touched}
        >
          {t(`hold.asked.${asked.what}`, { name: asked.name, at: timeText(asked.at), reason: asked.reason })}
        </SecondPerson>
      )}
      <Facts row={row} facts={facts} />
      <section className="wl-part">
        <h3>{t('hold.rows')}</h3>
        {held.length === 0 && <p className="wl-soft">{t('hold.rowsNone')}</p>}
        <ul className="wlc-parts">
          {held.map(({ kind, name, rows }) => (
            <li key={kind}>{t('hold.rowsLine', { name, rows: numberText(rows, language) })}</li>
          ))}
        </ul>
      </section>
    </>
  );
}
