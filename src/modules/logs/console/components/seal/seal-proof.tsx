import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { dayText, numberText } from '#kit/console/table/formats.ts';
import { sealProof } from '../../../common/seal.contract.ts';
import { saveText } from '#kit/console/call/download.ts';
import { ResultMark } from '../result-mark.tsx';

/** What proves a row: shown when it is asked for. */
export function SealProof({ id }: { id: string }): ReactElement {
  const t = useT('logs');
  const [open, setOpen] = useState(false);
  return (
    <section className="wl-part">
      <h3>{t('seal.proof')}</h3>
      {open ? <Proof id={id} /> : <Button onClick={() => setOpen(true)}>{t('seal.proofShow')}</Button>}
    </section>
  );
}

function Proof({ id }: { id: string }): ReactElement {
  const t = useT('logs');
  const [language] = useLanguage();
  const { data } = useRead(sealProof, { id });
  if (!data) return <WaitingForm lines={3} />;
  const { seal } = data;
  const values = [
    [t('seal.proofText'), data.text],
    [t('seal.proofDigest'), data.digest],
    [t('seal.proofBefore'), seal?.before],
    [t('seal.proofHash'), seal?.hash],
    [t('seal.signature'), seal && (seal.dayEnd?.signature ?? t('seal.unsigned'))],
  ] as const;
  const place = seal && { seq: numberText(seal.seq, language), day: dayText(new Date(seal.day).toISOString().slice(0, 10), language) };
  return (
    <>
      {place === null ? (
        <p className="wl-soft">{t('seal.proofWaits')}</p>
      ) : (
        <ResultMark result={seal?.fits ? 'ok' : 'failed'}>{t(seal?.fits ? 'seal.proofFits' : 'seal.proofBroken', place)}</ResultMark>
      )}
      <dl className="wl-hashes">
        {values.map(
          ([label, value]) =>
            value && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <code>{value}</code>
                </dd>
              </div>
            ),
        )}
      </dl>
      {seal?.noFile && <p className="wl-soft">{t(`seal.noFile.${seal.noFile}`)}</p>}
      {seal?.file && (
        <>
          <p className="wl-soft">{t('seal.proofHelp')}</p>
          <Button onClick={() => saveText(`proof-${id}.json`, `${JSON.stringify(seal.file, null, 2)}\n`, 'application/json')}>
            {t('seal.proofSave')}
          </Button>
        </>
      )}
    </>
  );
}
