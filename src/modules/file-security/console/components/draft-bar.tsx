import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useFollows, useRead } from '#kit/console/page/query.ts';
import { later } from '#kit/console/shell/later.tsx';
import { draftGet } from '../../common/draft.contract.ts';
import { fileRule } from '../../common/file-rule.contract.ts';
import { outerNetGet } from '../../common/outer-net.contract.ts';
import { sendUser } from '../../common/send-user.contract.ts';
import './file-security.css';

const DraftDrawer = later('file-draft', async () => (await import('./draft-drawer.tsx')).DraftDrawer);

/** Which version is in force, and how far the draft differs from it. */
export function DraftBar(): ReactElement | null {
  const t = useT('file-security');
  const { data } = useRead(draftGet, {});
  const [open, setOpen] = useState(false);
  useFollows(draftGet, fileRule.list, sendUser.list, outerNetGet);
  if (!data) return null;
  const count = data.changes.length;
  return (
    <section className="fs-bar fs-draft" aria-label={t('draft.title')}>
      <span role="status">
        {t('draft.inForce', { number: data.published.number })} · {count === 0 ? t('draft.none') : t('draft.changes', { count })}
      </span>
      {count > 0 && (
        <Button type="primary" onClick={() => setOpen(true)}>
          {t('draft.look')}
        </Button>
      )}
      {open && <DraftDrawer draft={data} onClose={() => setOpen(false)} />}
    </section>
  );
}
