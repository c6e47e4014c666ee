import { InputNumber, Select } from 'antd';
import { useId, type ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { FileConfig, TerminalLimit } from '../../common/file-config.contract.ts';
import { chatKinds, terminalKinds, typeGroups, typeModes, type ChatKind, type TerminalKind } from '../../common/words.ts';
import './files.css';

type Limits = FileConfig['limits'];
const numbers = [
  ['maxImage', 2048],
  ['maxVideo', 2048],
  ['maxFile', 2048],
  ['perDayCount', 100_000],
  ['perDayBytes', 1_000_000],
] as const;

interface LimitsInputProps {
  value?: Limits | undefined;
  onChange?: (value: Limits) => void;
}

/** Sizes, types and amounts, once for each sort of chat and of terminal. */
export function LimitsInput({ value, onChange }: LimitsInputProps): ReactElement | null {
  if (!value) return null;
  const set = (chat: ChatKind, terminal: TerminalKind, next: TerminalLimit): void =>
    onChange?.({ ...value, [chat]: { ...value[chat], [terminal]: next } });
  return (
    <div className="mf-matrix">
      {chatKinds.flatMap((chat) =>
        terminalKinds.map((terminal) => (
          <OneLimit
            key={`${chat}-${terminal}`}
            chat={chat}
            terminal={terminal}
            limit={value[chat][terminal]}
            onChange={(next) => set(chat, terminal, next)}
          />
        )),
      )}
    </div>
  );
}

interface OneLimitProps {
  chat: ChatKind;
  terminal: TerminalKind;
  limit: TerminalLimit;
  onChange: (limit: TerminalLimit) => void;
}

function OneLimit({ chat, terminal, limit, onChange }: OneLimitProps): ReactElement {
  const t = useT('message-files');
  const base = useId();
  return (
    <section aria-labelledby={`${base}place`}>
      <h3 id={`${base}place`}>{t('limit.place', { chat: t(`imFile.chat.${chat}`), terminal: t(`limit.terminal.${terminal}`) })}</h3>
      {numbers.map(([name, most]) => (
        <div key={name}>
          <label htmlFor={`${base}${name}`}>{t(`limit.${name}`)}</label>
          <InputNumber
            id={`${base}${name}`}
            min={0}
            max={most}
            precision={0}
            value={limit[name]}
            onChange={(next) => typeof next === 'number' && onChange({ ...limit, [name]: next })}
          />
        </div>
      ))}
      <label htmlFor={`${base}mode`}>{t('limit.typeMode')}</label>
      <Select
        id={`${base}mode`}
        value={limit.typeMode}
        options={typeModes.map((value) => ({ value, label: t(`limit.typeMode.${value}`) }))}
        onChange={(typeMode) => onChange({ ...limit, typeMode })}
      />
      <label htmlFor={`${base}types`}>{t('limit.types')}</label>
      <Select
        id={`${base}types`}
        mode="multiple"
        value={limit.types}
        options={typeGroups.map((value) => ({ value, label: t(`rule.type.${value}`) }))}
        onChange={(types) => onChange({ ...limit, types })}
      />
    </section>
  );
}
