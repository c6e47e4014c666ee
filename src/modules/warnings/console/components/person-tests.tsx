import { Alert, Button, Input, Space } from 'antd';
import { useState, type ReactElement } from 'react';
import type { NoticeChannel } from '#kit/common/warning/warning-facts.ts';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { call } from '#kit/console/call/call.ts';
import { CallError } from '#kit/console/call/call-error.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { invalidate } from '#kit/console/page/query.ts';
import { timeText } from '#kit/console/table/formats.ts';
import {
  noticePersonGet,
  noticePersonList,
  noticePersonTest,
  noticePersonVerify,
  type NoticePersonRow,
} from '../../common/notice-person.contract.ts';

/** Tries each channel and shows what really came of it. */
export function PersonTests({ person }: { person: NoticePersonRow }): ReactElement {
  return (
    <div className="ww-test">
      {!person.verified && <Verify person={person} />}
      {person.channels.map((channel) => (
        <ChannelTest key={channel} person={person} channel={channel} />
      ))}
    </div>
  );
}

const again = () => invalidate(noticePersonGet, noticePersonList);

/** Whether something runs; what a call refuses was said by its message. */
function useRun(): [boolean, (work: () => Promise<unknown>) => Promise<void>] {
  const [running, setRunning] = useState(false);
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setRunning(true);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
    } finally {
      setRunning(false);
      await again();
    }
  };
  return [running, run];
}

function ChannelTest({ person, channel }: { person: NoticePersonRow; channel: NoticeChannel }): ReactElement {
  const t = useT('warnings');
  const [language] = useLanguage();
  const { granted } = useActionName(noticePersonTest);
  const [running, run] = useRun();
  const last = person.tests.find((test) => test.channel === channel);
  const name = t(`noticePerson.channel.${channel}`);
  return (
    <div className="ww-test">
      {granted && (
        <span>
          <Button loading={running} onClick={() => void run(() => call(noticePersonTest, { id: person.id, channel }))}>
            {t('noticePerson.testOn', { channel: name })}
          </Button>
        </span>
      )}
      {last ? (
        <Alert
          type={last.ok ? 'success' : 'error'}
          showIcon
          role="status"
          title={t(last.ok ? 'noticePerson.testGood' : 'noticePerson.testBad', { answer: last.answer || name })}
          description={timeText(last.at, language)}
        />
      ) : (
        <p className="ww-soft">{t('noticePerson.testNone')}</p>
      )}
    </div>
  );
}

function Verify({ person }: { person: NoticePersonRow }): ReactElement | null {
  const t = useT('warnings');
  const { granted } = useActionName(noticePersonVerify);
  const [code, setCode] = useState('');
  const [running, run] = useRun();
  if (!granted) return null;
  return (
    <div>
      <p>{t('noticePerson.verifyHint', { email: person.email ?? '' })}</p>
      <Space.Compact>
        <Input
          aria-label={t('noticePerson.field.code')}
          inputMode="numeric"
          maxLength={6}
          value={code}
          onChange={(event) => setCode(event.target.value.replace(/\D/g, ''))}
        />
        <OffButton
          type="primary"
          off={code.length !== 6 && 'fields'}
          loading={running}
          onClick={() => void run(() => call(noticePersonVerify, { id: person.id, code }))}
        >
          {t('noticePerson.verify')}
        </OffButton>
      </Space.Compact>
    </div>
  );
}
