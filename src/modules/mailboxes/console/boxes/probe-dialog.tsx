import { Button, Modal } from 'antd';
import { useId, useState, type ReactElement } from 'react';
import { useSave } from '#kit/console/form/use-save.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { bytesText, numberText } from '#kit/console/table/formats.ts';
import { mailAccount, mailAccountVerify, mailStatistics, type MailAccountRow } from '../../common/boxes/account.contract.ts';
import type { ProbeReply } from '../../common/boxes/probe.ts';
import { mailServer, mailServerTest, type MailServerRow } from '../../common/boxes/server.contract.ts';
import { BoxPicker } from './box-picker.tsx';
import './boxes.css';

/** Looks at a server step by step; with a box it is signed in to as well. */
export function TestServer({ server, onClose }: { server: Pick<MailServerRow, 'id' | 'name'>; onClose: () => void }): ReactElement {
  const t = useT('mailboxes');
  const label = useId();
  const [accountId, setAccountId] = useState<string>();
  const { save, saving } = useSave(mailServerTest, { message: null, invalidates: [mailServer.list, mailServer.get, mailStatistics] });
  const [found, setFound] = useState<ProbeReply>();
  const run = async (): Promise<void> => {
    setFound(undefined);
    setFound(await save({ id: server.id, ...(accountId !== undefined && { accountId }) }));
  };
  return (
    <Modal open title={t('probe.test', { name: server.name })} footer={null} onCancel={onClose}>
      <p className="mail-soft">{t('probe.testHint')}</p>
      <div className="mail-part">
        <label htmlFor={label}>{t('probe.account')}</label>
        <BoxPicker
          id={label}
          serverId={server.id}
          value={accountId ?? null}
          onChange={(next) => setAccountId(typeof next === 'string' ? next : undefined)}
        />
      </div>
      <div className="mail-tools">
        <Button type="primary" loading={saving} onClick={() => void run()}>
          {t('probe.run')}
        </Button>
      </div>
      {found && <ProbeSteps found={found} />}
    </Modal>
  );
}

/** Signs in to a box step by step; its person is told. */
export function VerifyAccount({
  account,
  onClose,
}: {
  account: Pick<MailAccountRow, 'id' | 'address'>;
  onClose: () => void;
}): ReactElement {
  const t = useT('mailboxes');
  const { save, saving } = useSave(mailAccountVerify, { message: null, invalidates: [mailAccount.list, mailAccount.get, mailStatistics] });
  const [found, setFound] = useState<ProbeReply>();
  const run = async (): Promise<void> => {
    setFound(undefined);
    setFound(await save({ id: account.id }));
  };
  return (
    <Modal open title={t('probe.verify', { name: account.address })} footer={null} onCancel={onClose}>
      <p className="mail-soft">{t('probe.verifyHint')}</p>
      <div className="mail-tools">
        <Button type="primary" loading={saving} onClick={() => void run()}>
          {t('probe.run')}
        </Button>
      </div>
      {found && <ProbeSteps found={found} />}
    </Modal>
  );
}

/** The steps of a look at a mail server, each with its time or the class of its failure. */
function ProbeSteps({ found }: { found: ProbeReply }): ReactElement {
  const t = useT('mailboxes');
  const [language] = useLanguage();
  return (
    <div role="status">
      <p>{found.class === null ? t('probe.good') : t('probe.bad', { reason: t(`fault.${found.class}`) })}</p>
      <table className="mail-steps">
        <tbody>
          {found.steps.map(({ name, state, ms, class: fault }) => (
            <tr key={name} data-state={state}>
              <th scope="row">{t(`probe.${name}`)}</th>
              <td>
                <span className="mail-fault">{fault === null ? t(`probe.state.${state}`) : t(`fault.${fault}`)}</span>
              </td>
              <td>{state === 'skipped' ? '' : t('probe.ms', { ms: numberText(ms, language) })}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {found.counts && (
        <p>
          {t('probe.counts', {
            folders: numberText(found.counts.folders, language),
            messages: numberText(found.counts.messages, language),
          })}
        </p>
      )}
      {found.quota && (
        <p>{t('probe.used', { used: bytesText(found.quota.used, language), limit: bytesText(found.quota.limit, language) })}</p>
      )}
    </div>
  );
}
