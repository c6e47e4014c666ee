import { Button, Modal } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { plainTextOf } from '../../common/body.ts';
import type { Conflict, DraftDesk } from './use-draft.ts';

/** Both texts of a language that two changed at once, one of which is kept. */
export function ConflictView({
  conflict: { mine, theirs },
  onSettle,
}: {
  conflict: Conflict;
  onSettle: DraftDesk['settle'];
}): ReactElement {
  const t = useT('public-content');
  const sides = [
    { name: t('conflict.mine'), text: mine },
    { name: t('conflict.theirs', { name: theirs.byName }), text: theirs },
  ];
  return (
    <Modal
      open
      width={960}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      title={t('conflict.title')}
      footer={
        <>
          <Button onClick={() => onSettle('theirs')}>{t('conflict.takeTheirs')}</Button>
          <Button type="primary" onClick={() => onSettle('mine')}>
            {t('conflict.keepMine')}
          </Button>
        </>
      }
    >
      <p>{t('conflict.hint')}</p>
      <div className="mpm-sides">
        {sides.map(({ name, text }) => (
          <section key={name} aria-label={name}>
            <h3>{name}</h3>
            <strong>{text.title}</strong>
            <p>{text.digest}</p>
            <p className="mpm-pre">{plainTextOf(text.body)}</p>
          </section>
        ))}
      </div>
    </Modal>
  );
}
