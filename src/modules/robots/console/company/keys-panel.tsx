import { App, Button, Modal, Typography } from 'antd';
import { useState, type ReactElement } from 'react';
import { copyText } from '#kit/console/action/copy-text.ts';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { timeText } from '#kit/console/table/formats.ts';
import { robotSecret, type RobotDetail } from '../../common/company/robot.contract.ts';
import type { RobotKeyName } from '../../common/company/words.ts';
import { Part } from './part.tsx';
import { robotReadings, robotSubject } from './subjects.ts';

const F = fieldsOf(robotSecret.input);

interface KeysProps {
  row: RobotDetail;
  keys: readonly RobotKeyName[];
}

/** Keys of a robot: since when each is there, until when the one before is taken, and how to make another. */
export function KeysPanel({ row, keys }: KeysProps): ReactElement {
  const t = useT('robots');
  const [language] = useLanguage();
  const { granted, name } = useActionName(robotSecret);
  const [changing, setChanging] = useState<RobotKeyName>();
  const [made, setMade] = useState<{ which: RobotKeyName; value: string }>();
  return (
    <Part label={t('keys.title')}>
      <ul className="rb-list">
        {keys.map((which) => (
          <li key={which}>
            <strong>{t(`robot.which.${which}`)}</strong>
            <span>
              {row.keys
                .filter((key) => key.which === which)
                .map(({ createdAt, endsAt }) =>
                  endsAt === null
                    ? t('keys.since', { time: timeText(createdAt, language) })
                    : t('keys.ends', { time: timeText(endsAt, language) }),
                )
                .join(' · ') || t('keys.none')}
            </span>
            {granted && (
              <Button onClick={() => setChanging(which)} aria-label={`${name}: ${t(`robot.which.${which}`)}`}>
                {name}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {changing && (
        <SubjectContext value={robotSubject}>
          <FormDialog
            endpoint={robotSecret}
            title={t('keys.change', { key: t(`robot.which.${changing}`) })}
            initial={{ id: row.id, which: changing, keepOldHours: 24 }}
            message={null}
            invalidates={robotReadings}
            onSaved={({ value }) => setMade({ which: changing, value })}
            onClose={() => setChanging(undefined)}
          >
            <F.keepOldHours help={t('keys.keepHint')} />
          </FormDialog>
        </SubjectContext>
      )}
      {made && <ShownOnce row={row} {...made} onClose={() => setMade(undefined)} />}
    </Part>
  );
}

/** How a key is used: the whole address with an example, or the key itself. */
function ShownOnce({
  row,
  which,
  value,
  onClose,
}: {
  row: RobotDetail;
  which: RobotKeyName;
  value: string;
  onClose: () => void;
}): ReactElement {
  const t = useT('robots');
  const { message } = App.useApp();
  const shown = which === 'token' ? `${window.location.origin}${row.hook}?key=${value}` : value;
  const example = `curl '${shown}' -H 'content-type: application/json' \\\n  -d '{"msgtype":"text","text":{"content":"hello"}}'`;
  const copy = async (): Promise<void> => {
    await copyText(shown);
    void message.success(t('keys.copied'));
  };
  return (
    <Modal
      open
      title={t('keys.once')}
      onCancel={onClose}
      footer={[
        <Button key="copy" onClick={() => void copy()}>
          {t('keys.copy')}
        </Button>,
        <Button key="ok" type="primary" onClick={onClose}>
          {t('keys.stored')}
        </Button>,
      ]}
    >
      <p>{t(`keys.use.${which}`)}</p>
      <Typography.Paragraph className="rb-code">{shown}</Typography.Paragraph>
      {which === 'token' && <Typography.Paragraph className="rb-code">{example}</Typography.Paragraph>}
    </Modal>
  );
}
