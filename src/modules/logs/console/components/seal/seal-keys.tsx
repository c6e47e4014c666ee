import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { sealKeys } from '../../../common/seal.contract.ts';
import { saveText } from '#kit/console/call/download.ts';
import { useTimeText } from '../use-time-text.ts';

/** The public keys with which outsiders check proofs: shown when they are asked for. */
export function SealKeys(): ReactElement {
  const t = useT('logs');
  const [open, setOpen] = useState(false);
  return (
    <div className="wl-seals">
      <div className="wl-seals-do">
        <h2>{t('seal.keys')}</h2>
        <Button aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'seal.keysHide' : 'seal.keysShow')}
        </Button>
      </div>
      {open && <Keys />}
    </div>
  );
}

function Keys(): ReactElement {
  const t = useT('logs');
  const timeText = useTimeText();
  const { data } = useRead(sealKeys, {});
  return (
    <>
      <p className="wl-soft">{t('seal.keysHelp')}</p>
      <dl className="wl-hashes">
        {data?.list.map(({ id, publicKey, createdAt }) => (
          <div key={id}>
            <dt>{t('seal.keyMade', { id, time: timeText(createdAt) })}</dt>
            <dd>
              <pre>{publicKey.trim()}</pre>
              <Button size="small" onClick={() => saveText(`wheelhouse-${id}.pem`, publicKey, 'application/x-pem-file')}>
                {t('seal.keySave')}
              </Button>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
