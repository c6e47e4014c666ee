import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { useT } from '../../i18n/use-t.ts';
import { AlarmBell } from '../../shell/alarm-bell.tsx';
import { HelpText } from '../../shell/help-text.tsx';
import { OwnAccount } from '../../shell/own/own-account.tsx';
import { OwnPassword } from '../../shell/own/own-password.tsx';
import { OwnSessions } from '../../shell/own/own-sessions.tsx';
import { Permit } from '../../shell/permit.tsx';
import { mostQrBytes, Qr } from '../../shell/own/qr.tsx';
import { galleryPage } from '../gallery-permissions.ts';
import { Specimen } from '../specimen.tsx';

const missing = `${galleryPage.code}:purge`;

/** Bits of the frame that stand alone. */
export default function ShellPart(): ReactElement {
  const t = useT('gallery');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Specimen title="shell.permit">
        <div className="whg-row">
          <Permit code={galleryPage.button.update}>{(name) => <Button>{name}</Button>}</Permit>
          <Permit code={missing}>
            <Button>{t('shell.absent')}</Button>
          </Permit>
          <Permit code={missing} blank>
            <Button>{t('shell.absent')}</Button>
          </Permit>
          <Permit code={missing} type="url">
            <Button type="link">{t('shell.deaf')}</Button>
          </Permit>
        </div>
      </Specimen>
      <Specimen title="shell.qr">
        <div className="whg-row">
          <Qr text="https://example.com/install/wheelhouse" />
        </div>
      </Specimen>
      <Specimen title="shell.qrTooLong">
        <Qr text={'x'.repeat(mostQrBytes + 1)} />
      </Specimen>
      <Specimen title="shell.account">
        <div className="whg-sheet">
          <OwnAccount />
        </div>
      </Specimen>
      <Specimen title="shell.sessions">
        <div className="whg-sheet">
          <OwnSessions />
        </div>
      </Specimen>
      <Specimen title="shell.help">
        <div className="whg-sheet">
          <HelpText onLeave={() => undefined} />
        </div>
      </Specimen>
      <Specimen title="shell.tools">
        <div className="whg-row">
          <AlarmBell />
          <Button onClick={() => setOpen(true)}>{t('shell.password')}</Button>
          <OwnPassword open={open} onClose={() => setOpen(false)} />
        </div>
      </Specimen>
    </>
  );
}
