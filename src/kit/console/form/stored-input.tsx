import { Button } from 'antd';
import { cloneElement, type ReactElement } from 'react';
import { useT } from '../i18n/use-t.ts';
import './form.css';
import type { InputProps } from './input-props.ts';

interface StoredInputProps extends Partial<Pick<InputProps, 'id' | 'value' | 'onChange'>> {
  /** What the server shows of the value there is: masked. */
  kept: string;
  /** Name of the field, for those who don't see it. */
  label: string;
  /** It can't be changed here. */
  disabled?: boolean;
  /** In which another value is entered. */
  children: ReactElement<Partial<InputProps>>;
}

/** A sensitive value that is only shown masked: it stays as it is until somebody chooses to enter another, or none. */
export function StoredInput({ kept, label, disabled = false, id, value, onChange, children }: StoredInputProps): ReactElement {
  const t = useT('kit');
  const untouched = value === kept;
  if (disabled) return <span id={id}>{kept}</span>;
  return (
    <span className="whk-kept">
      {untouched ? <span>{kept}</span> : cloneElement(children, { ...(id !== undefined && { id }), value, ...(onChange && { onChange }) })}
      <Button
        {...(untouched && id !== undefined && { id })}
        size="small"
        aria-label={t(untouched ? 'form.changeValue' : 'form.keepValue', { name: label })}
        onClick={() => onChange?.(untouched ? null : kept)}
      >
        {t(untouched ? 'form.change' : 'form.keep')}
      </Button>
    </span>
  );
}
