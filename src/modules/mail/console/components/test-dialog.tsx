import { Alert, Drawer, Input, Select } from 'antd';
import { useState, type ReactElement } from 'react';
import { languages, type Language } from '#kit/common/language.ts';
import type { Reply } from '#kit/common/contract.ts';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { call } from '#kit/console/call/call.ts';
import { useRunning } from '#kit/console/call/use-running.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { invalidate } from '#kit/console/page/query.ts';
import { useNarrow } from '#kit/console/page/use-narrow.ts';
import { SubjectContext, useWords } from '#kit/console/page/subject.ts';
import { mailTest, type LookUp } from '../../common/mail-config.contract.ts';
import { mailState, outboxList } from '../../common/mail-outbox.contract.ts';
import { mailConfig } from '../subjects.ts';
import { Labelled } from './servers-input.tsx';
import { Talk } from './talk.tsx';
import './mail.css';

interface TestDialogProps {
  to: string;
  onClose: () => void;
}

/** Sends a test mail and shows how it went. */
export function TestDialog({ to, onClose }: TestDialogProps): ReactElement {
  const t = useT('mail');
  const kit = useT('kit');
  const narrow = useNarrow();
  return (
    <SubjectContext value={mailConfig}>
      <Drawer open title={t('test.title')} size={narrow ? '100%' : 720} onClose={onClose} closable={{ 'aria-label': kit('form.close') }}>
        <TestBody to={to} />
      </Drawer>
    </SubjectContext>
  );
}

function TestBody({ to }: { to: string }): ReactElement {
  const t = useT('mail');
  const words = useWords(mailConfig);
  const { name } = useActionName(mailTest);
  const [reading] = useLanguage();
  const [address, setAddress] = useState(to);
  const [language, setLanguage] = useState<Language>(reading);
  const [running, begin] = useRunning();
  const [problem, setProblem] = useState('');
  const [result, setResult] = useState<Reply<typeof mailTest>>();
  const run = async (): Promise<void> => {
    setProblem('');
    setResult(undefined);
    await begin(
      async () => {
        setResult(await call(mailTest, { to: address, language }, { silent: true }));
        await invalidate(outboxList, mailState);
      },
      (error) => setProblem(error.issues[0]?.message ?? error.msg),
    );
  };
  return (
    <div className="mail-test">
      <p className="mail-soft">{t('test.hint')}</p>
      <div className="mail-server">
        <Labelled label={words.field('to')}>
          {(id) => (
            <Input
              id={id}
              type="email"
              value={address}
              maxLength={254}
              onChange={({ target }) => setAddress(target.value)}
              onPressEnter={() => void run()}
            />
          )}
        </Labelled>
        <Labelled label={words.field('language')}>
          {(id) => (
            <Select
              id={id}
              value={language}
              options={languages.map((value) => ({ value, label: words.value('language', value) }))}
              onChange={setLanguage}
            />
          )}
        </Labelled>
      </div>
      <OffButton type="primary" loading={running} off={address.trim().length < 3 && 'fields'} onClick={() => void run()}>
        {name}
      </OffButton>
      <div role="status" className="mail-test">
        {problem !== '' && <Alert type="error" showIcon title={problem} />}
        {result && <Alert type={result.ok ? 'success' : 'error'} showIcon title={result.failure?.message ?? t('test.ok')} />}
        {result && (
          <dl className="mail-look-ups">
            <LookedUp label={t('test.dkim')} found={result.dkim} />
            <LookedUp label={t('test.spf')} found={result.spf} />
          </dl>
        )}
      </div>
      {result && <Talk steps={result.dialogue} />}
    </div>
  );
}

function LookedUp({ label, found }: { label: string; found: LookUp }): ReactElement {
  const t = useT('mail');
  const tone = found.state === 'ok' ? 'ok' : found.state === 'notSet' ? 'idle' : 'bad';
  return (
    <div>
      <dt>{label}</dt>
      <dd data-tone={tone}>
        <strong>{t(`lookUp.${found.state}`)}</strong>
        {found.name !== '' && <code>{found.name}</code>}
        {found.found !== null && <code>{found.found}</code>}
      </dd>
    </div>
  );
}
