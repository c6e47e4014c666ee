import { Button, Checkbox, Radio } from 'antd';
import { useEffect, useRef, type KeyboardEvent, type ReactElement } from 'react';
import { useT } from '../i18n/use-t.ts';
import './page.css';

interface EnumChoicesProps {
  /** What is chosen. */
  label: string;
  options: readonly string[];
  chosen: readonly string[];
  several: boolean;
  nameOf: (option: string) => string;
  choose: (next: readonly string[]) => void;
  close: () => void;
}

/** The choices of a filter: ticks where several may hold, else one of them. Opens with the focus on the first; Escape goes back to its button. */
export function EnumChoices({ label, options, chosen, several, nameOf, choose, close }: EnumChoicesProps): ReactElement {
  const t = useT('kit');
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector('input')?.focus(), []);
  const items = options.map((value) => ({ value, label: nameOf(value) }));
  const leave = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  };
  return (
    <div ref={box} className="whk-choices" role="presentation" onKeyDown={leave}>
      {several ? (
        <Checkbox.Group role="group" aria-label={label} options={items} value={[...chosen]} onChange={choose} />
      ) : (
        <Radio.Group
          aria-label={label}
          options={items}
          value={chosen[0] ?? null}
          onChange={({ target }) => choose([String(target.value)])}
        />
      )}
      <Button type="link" size="small" disabled={chosen.length === 0} onClick={() => choose([])}>
        {t('filters.clear')}
      </Button>
    </div>
  );
}
