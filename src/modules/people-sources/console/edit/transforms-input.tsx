import { Button, Input, InputNumber, Modal, Select } from 'antd';
import { useState, type ReactElement } from 'react';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { Transform } from '../../common/source-parts.ts';
import { wordOf } from '../counts-text.tsx';

const kinds = [
  'trim',
  'lower',
  'upper',
  'first',
  'last',
  'number',
  'adTime',
  'photo',
  'replace',
  'split',
  'join',
  'map',
  'bool',
  'date',
  'bit',
  'dn',
  'phone',
  'regex',
] as const satisfies readonly Transform['do'][];

interface TransformsInputProps {
  label: string;
  disabled: boolean;
  value: readonly Transform[];
  onChange: (value: Transform[]) => void;
}

/** How a value is changed on its way: shown in short, entered in a dialog. */
export function TransformsInput({ label, disabled, value, onChange }: TransformsInputProps): ReactElement {
  const t = useT('user-centre');
  const k = useT('kit');
  const [draft, setDraft] = useState<Transform[]>();
  const short = value.map((one) => wordOf(`source.transform.${one.do}`)).join(' → ');
  return (
    <>
      <Button
        className="so-transforms"
        disabled={disabled}
        aria-label={`${label}: ${short || t('source.transforms.none')}`}
        onClick={() => setDraft([...value])}
      >
        {short || t('source.transforms.none')}
      </Button>
      {draft && (
        <Modal
          open
          title={label}
          okText={k('form.save')}
          cancelText={k('form.cancel')}
          onOk={() => {
            onChange(draft);
            setDraft(undefined);
          }}
          onCancel={() => setDraft(undefined)}
        >
          {draft.map((one, at) => (
            // The same step may stand there twice.
            <div key={at} className="so-transform">
              <Select
                aria-label={t('source.transforms.step', { n: at + 1 })}
                value={one.do}
                options={kinds.map((kind) => ({ value: kind, label: wordOf(`source.transform.${kind}`) }))}
                onChange={(kind) => setDraft(draft.map((old, index) => (index === at ? newTransform(kind) : old)))}
              />
              <Details one={one} onChange={(next) => setDraft(draft.map((old, index) => (index === at ? next : old)))} />
              <Button onClick={() => setDraft(draft.filter((_, index) => index !== at))}>{t('source.transforms.remove')}</Button>
            </div>
          ))}
          <OffButton off={draft.length >= 10 && 'most'} onClick={() => setDraft([...draft, { do: 'trim' }])}>
            {t('source.transforms.add')}
          </OffButton>
        </Modal>
      )}
    </>
  );
}

function newTransform(kind: Transform['do']): Transform {
  switch (kind) {
    case 'replace':
      return { do: kind, from: '', to: '' };
    case 'split':
      return { do: kind, by: ';' };
    case 'join':
      return { do: kind, by: ', ' };
    case 'map':
      return { do: kind, values: {} };
    case 'bool':
      return { do: kind, truths: ['1', 'true', 'yes', 'y'] };
    case 'date':
      return { do: kind, format: 'yyyy-MM-dd' };
    case 'bit':
      return { do: kind, n: 1 };
    case 'dn':
      return { do: kind, part: 'OU', index: 0 };
    case 'phone':
      return { do: kind, region: 'CN' };
    case 'regex':
      return { do: kind, pattern: '' };
    default:
      return { do: kind };
  }
}

/** What a step needs beside its name. */
function Details({ one, onChange }: { one: Transform; onChange: (next: Transform) => void }): ReactElement | null {
  const word = (name: string): string => wordOf(`source.transform.part.${name}`);
  const line = (name: string, value: string, made: (value: string) => Transform): ReactElement => (
    <Input aria-label={word(name)} placeholder={word(name)} value={value} onChange={({ target }) => onChange(made(target.value))} />
  );
  switch (one.do) {
    case 'replace':
      return (
        <>
          {line('from', one.from, (from) => ({ ...one, from }))}
          {line('to', one.to, (to) => ({ ...one, to }))}
        </>
      );
    case 'split':
    case 'join':
      return line('by', one.by, (by) => ({ ...one, by }));
    case 'date':
      return line('format', one.format, (format) => ({ ...one, format }));
    case 'phone':
      return line('region', one.region, (region) => ({ ...one, region: region.toUpperCase() }));
    case 'regex':
      return line('pattern', one.pattern, (pattern) => ({ ...one, pattern }));
    case 'bool':
      return line('truths', one.truths.join(','), (text) => ({ ...one, truths: text.split(',') }));
    case 'dn':
      return (
        <>
          {line('dnPart', one.part, (part) => ({ ...one, part }))}
          <InputNumber
            aria-label={word('index')}
            min={0}
            max={20}
            value={one.index}
            onChange={(index) => onChange({ ...one, index: index ?? 0 })}
          />
        </>
      );
    case 'bit':
      return <InputNumber aria-label={word('n')} min={0} max={31} value={one.n} onChange={(n) => onChange({ ...one, n: n ?? 0 })} />;
    case 'map':
      return <MapInput one={one} label={word('values')} onChange={onChange} />;
    default:
      return null;
  }
}

type MapStep = Extract<Transform, { do: 'map' }>;

/** One pair a line: what comes, an equals sign, what it becomes; `*` for everything else. */
function MapInput({ one, label, onChange }: { one: MapStep; label: string; onChange: (next: MapStep) => void }): ReactElement {
  const lines = [...Object.entries(one.values), ...(one.other === undefined ? [] : [['*', one.other] as const])];
  return (
    <Input.TextArea
      aria-label={label}
      placeholder={label}
      rows={4}
      defaultValue={lines.map(([from, to]) => `${from}=${to}`).join('\n')}
      onChange={({ target }) => {
        const pairs = target.value.split('\n').flatMap((line) => {
          const at = line.indexOf('=');
          return at < 1 ? [] : [[line.slice(0, at).trim(), line.slice(at + 1).trim()] as const];
        });
        const other = pairs.find(([from]) => from === '*')?.[1];
        onChange({
          do: 'map',
          values: Object.fromEntries(pairs.filter(([from]) => from !== '*')),
          ...(other !== undefined && { other }),
        });
      }}
    />
  );
}
