import { Alert, Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { useMay } from '#kit/console/action/use-may.ts';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { SubjectContext, subject } from '#kit/console/page/subject.ts';
import { later } from '#kit/console/shell/later.tsx';
import { timeText } from '#kit/console/table/formats.ts';
import { addressBook, addressPublish } from '../../common/address.contract.ts';
import './addresses.css';

const P = fieldsOf(addressPublish.input);
const bookSubject = subject('message-addresses', 'imAddressBook');
const VersionsDialog = later('ma-versions', async () => (await import('./versions-dialog.tsx')).VersionsDialog);

/** What terminals are told now, whether the draft says something else, and what waits for a terminal. */
export function PublishBar({ onAsk }: { onAsk: () => void }): ReactElement | null {
  const t = useT('message-addresses');
  const [language] = useLanguage();
  const may = useMay();
  const [open, setOpen] = useState<'publish' | 'versions'>();
  const { data } = useRead(addressBook, {});
  if (!data) return null;
  const { number, changed, guard, version } = data;
  const says = guard
    ? t('book.waits', { number, until: timeText(guard.confirmBefore, language) })
    : t(number === 0 ? 'book.none' : changed ? 'book.changed' : 'book.current', { number });
  return (
    <SubjectContext value={bookSubject}>
      <Alert
        className="ma-bar"
        type={guard || changed ? 'warning' : 'info'}
        showIcon
        title={<span role="status">{says}</span>}
        action={
          <span className="whk-header-actions">
            <Button onClick={onAsk}>{t('resolve.open')}</Button>
            {number > 0 && <Button onClick={() => setOpen('versions')}>{t('book.versions')}</Button>}
            {may(addressPublish) && changed && !guard && (
              <Button type="primary" onClick={() => setOpen('publish')}>
                {t('book.publish')}
              </Button>
            )}
          </span>
        }
      />
      {open === 'publish' && (
        <FormDialog
          endpoint={addressPublish}
          initial={{ note: '', untested: false }}
          input={({ note, untested }) => ({ version, note: String(note ?? ''), untested: untested === true })}
          invalidates={[addressBook]}
          onClose={() => setOpen(undefined)}
        >
          <P.note />
          <P.untested help={t('book.untestedHelp')} />
        </FormDialog>
      )}
      {open === 'versions' && <VersionsDialog book={data} onClose={() => setOpen(undefined)} />}
    </SubjectContext>
  );
}
