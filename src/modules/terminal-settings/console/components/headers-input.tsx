import { Input } from 'antd';
import { useState, type ReactElement } from 'react';

interface Header {
  name: string;
  value: string;
}

interface HeadersInputProps {
  id?: string;
  value?: Header[];
  onChange?: (value: Header[]) => void;
}

const textOf = (headers: readonly Header[]): string => headers.map(({ name, value }) => `${name}: ${value}`).join('\n');

/** Lines of `Name: value`. */
function headersIn(text: string): Header[] {
  return text.split('\n').flatMap((line) => {
    const at = line.indexOf(':');
    const [name, value] = at < 0 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    return name === '' ? [] : [{ name, value }];
  });
}

/** Headers of a call, one a line. */
export function HeadersInput({ id, value = [], onChange }: HeadersInputProps): ReactElement {
  const stands = textOf(value);
  const [{ typed, seen }, setState] = useState({ typed: stands, seen: stands });
  // Another value from outside replaces what is typed; its own, read back, does not.
  if (seen !== stands) setState({ typed: textOf(headersIn(typed)) === stands ? typed : stands, seen: stands });
  return (
    <Input.TextArea
      {...(id !== undefined && { id })}
      rows={3}
      spellCheck={false}
      className="ts-mono"
      value={typed}
      placeholder="Authorization: Bearer {secret}"
      onChange={({ target }) => {
        setState({ typed: target.value, seen: stands });
        onChange?.(headersIn(target.value));
      }}
    />
  );
}
