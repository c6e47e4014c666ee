import type { CSSProperties, ReactElement } from 'react';
import './people.css';

interface PersonNameProps {
  person: { id: string; name: string; account?: string };
  /** Pixels of the portrait. */
  size?: number;
}

/** A person as a small portrait with name and account. */
export function PersonName({ person, size = 32 }: PersonNameProps): ReactElement {
  return (
    <span className="uc-person">
      <span className="uc-avatar" data-hue={hueOf(person.id)} style={{ '--uc-size': `${size}px` } as CSSProperties} aria-hidden="true">
        {initialsOf(person.name)}
      </span>
      <span>
        {person.name}
        {person.account !== undefined && <small>{person.account}</small>}
      </span>
    </span>
  );
}

/** Colours that portraits take; the same person always has the same. */
const hues = 6;
const hueOf = (id: string): number => [...id].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % hues;

/** What tells colleagues apart: the given name of a Chinese or Japanese name, the initials of others. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const last = words.at(-1) ?? '';
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(last)) return [...last].slice(-2).join('');
  return [words[0], words.length > 1 ? last : undefined].map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
}
